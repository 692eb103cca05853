#!/usr/bin/env bash
# Validates the files in deploy/ with the programs that read them, then sends requests through nginx and HAProxy.
# A missing program fails the check in CI and is skipped elsewhere.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Debian installs servers outside of the PATH of ordinary users.
PATH=$PATH:/usr/sbin:/sbin
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Whether a program is installed. In CI a missing program ends the check.
is_there() {
  has "$1" && return
  [ "${CI:-}" != true ] || fail "$1 is missing: deploy/ can't be checked without it"
  say "$1 is missing: not checked"
  return 1
}

# Checks the site inside a minimal nginx configuration, with its paths moved to the scratch folder.
nginx_site() {
  local upstreams=$1 folder=$scratch/nginx-$(basename "$1" .conf)
  mkdir -p "$folder"
  sed -e "s|/etc/nginx/tls/|$scratch/|" -e "s|/var/log/nginx/|$folder/|" deploy/nginx/karavan.conf >"$folder/site.conf"
  cat >"$folder/nginx.conf" <<CONF
pid $folder/nginx.pid;
events {}
http {
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    include $ROOT/$upstreams;
    include $folder/site.conf;
}
CONF
  nginx -t -q -e stderr -p "$folder" -c "$folder/nginx.conf"
}

haproxy_configuration() {
  sed -e "s|/etc/haproxy/tls/|$scratch/|" deploy/haproxy/haproxy.cfg >"$scratch/haproxy.cfg"
  # `user` and `group` name accounts that may not exist on this machine.
  sed -i -e '/^    user /d' -e '/^    group /d' "$scratch/haproxy.cfg"
  haproxy -c -q -f "$scratch/haproxy.cfg"
}

# Checks the unit with an existing program in place of ours. The exposure level is computed by systemd, from 0 to 10.
unit() {
  sed -e "s|/usr/local/bin/karavan|$(command -v true)|" -e 's|^Documentation=.*||' deploy/systemd/karavan.service >"$scratch/karavan.service"
  systemd-analyze verify --man=no --recursive-errors=no "$scratch/karavan.service" || return 1
  systemd-analyze security --offline=yes --threshold=20 --no-pager "$scratch/karavan.service" >"$scratch/exposure" \
    || { cat "$scratch/exposure"; return 1; }
  tail -n 1 "$scratch/exposure"
}

compose() { docker compose --env-file deploy/.env.example -f deploy/compose.yaml config --quiet --no-interpolate; }

node tools/check-deploy.mjs files
if has docker && docker compose version >/dev/null 2>&1; then
  compose || fail "docker compose rejects deploy/compose.yaml"
fi
is_there openssl || exit 0
deploy_certificate "$scratch"
if is_there nginx; then
  nginx_site deploy/nginx/upstreams.conf || fail "nginx rejects deploy/nginx"
  nginx_site deploy/nginx/upstreams.compose.conf || fail "nginx rejects deploy/nginx with the addresses of compose.yaml"
  node tools/check-deploy.mjs nginx "$scratch"
fi
if is_there haproxy; then
  haproxy_configuration || fail "HAProxy rejects deploy/haproxy/haproxy.cfg"
  node tools/check-deploy.mjs haproxy "$scratch"
fi
if is_there systemd-analyze; then
  unit || fail "systemd rejects deploy/systemd/karavan.service"
fi
say "deploy/ is valid"
