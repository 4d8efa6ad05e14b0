# For python/check and python/check-real. It finds a Python, and makes environments in which the wheel is installed.

python="${PYTHON:-python3}"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' || {
  echo "$0: expected Python 3.9 or later, got $("$python" --version); PYTHON names another" >&2
  exit 2
}
version="$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
venv="target/venv-$version"
dist="target/dist-$version"

# The wheel is made from the sdist: so the sdist has all that it needs.
build_wheel() {
  [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
  "$venv/bin/python" -m pip install -q --upgrade build
  rm -rf "$dist"
  "$venv/bin/python" -m build --outdir "$dist" . >target/build.log 2>&1 || { cat target/build.log >&2; return 1; }
  wheel=("$dist"/tiercel-*.whl)
}

# install_wheel ENVIRONMENT EXTRA REQUIREMENT…: also makes the environment.
install_wheel() {
  [ -x "$1/bin/python" ] || "$python" -m venv "$1"
  "$1/bin/python" -m pip install -q "${wheel[0]}$2" "${@:3}" && "$1/bin/python" -m pip install -q --force-reinstall --no-deps "${wheel[0]}"
}
