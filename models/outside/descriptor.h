// Owns one open descriptor; closed with it.
#ifndef RETABLE_MODELS_OUTSIDE_DESCRIPTOR_H_
#define RETABLE_MODELS_OUTSIDE_DESCRIPTOR_H_

#include <string_view>

namespace retable::models::outside {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { Close(); }

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  void Close();

 private:
  int number_ = -1;
};

// Both ends closed on exec. `ours` does not block.
struct Pipe {
  Descriptor ours;
  Descriptor theirs;
};
enum class Direction { kToThem, kFromThem };

// Each throws std::runtime_error with the system's reason.
Pipe MakePipe(Direction direction);

// A file in memory that holds `content`, to be read from its start. Closed on exec.
Descriptor FileInMemory(std::string_view content);

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_DESCRIPTOR_H_
