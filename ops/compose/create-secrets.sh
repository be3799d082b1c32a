#!/bin/sh
# Creates the files of secrets/ for compose.yaml: passwords, the master key, and a certificate that only
# this machine trusts. Run it once, as root. Files that exist are kept.
set -eu

FOLDER=${1:-$(dirname "$0")/secrets}
HOST_NAME=${2:-localhost}
# The user of the gateway in its container. PostgreSQL reads its passwords under another one, so the
# folder is closed to all other users of this machine.
GATEWAY=10001

umask 077
mkdir -p "$FOLDER"
cd "$FOLDER"

write() { # name, mode; the value comes from standard input
  if [ -e "$1" ]; then cat > /dev/null; return; fi
  cat > "$1.new"
  chown "0:$GATEWAY" "$1.new"
  chmod "$2" "$1.new"
  mv "$1.new" "$1"
}

for NAME in postgres owner web; do
  openssl rand -hex 24 | write "$NAME-password" 0444
done
openssl rand -hex 32 | write master-key 0440
echo "postgres://sixdoors_web:$(cat web-password)@postgres:5432/sixdoors" | write database-url 0440
echo "postgres://sixdoors_owner:$(cat owner-password)@postgres:5432/sixdoors" | write database-owner-url 0440

if [ ! -e tls.key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 \
    -subj "/CN=$HOST_NAME" -addext "subjectAltName=DNS:$HOST_NAME,IP:127.0.0.1" \
    -keyout tls.key.draft -out tls.crt.draft 2> /dev/null
  write tls.crt 0444 < tls.crt.draft
  write tls.key 0440 < tls.key.draft
  rm tls.key.draft tls.crt.draft
fi
echo "The secrets are in $PWD. Keep a copy of master-key in a safe place, away from backups."
