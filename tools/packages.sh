# Installs packages with the system's package manager. Sourced by other scripts.

# The folder with PostgreSQL's server programs of the newest version; empty if there is none.
postgres_bin() {
  local folder
  if has initdb && has pg_ctl; then
    dirname "$(command -v initdb)"
    return
  fi
  for folder in $(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | sort -rV); do
    if [ -x "$folder/initdb" ]; then
      say "$folder"
      return
    fi
  done
}

# The packages of a tool in the given package manager.
package_names() {
  case "$1:$2" in
    apt-get:cc) say build-essential ;;
    apt-get:npm) say nodejs npm ;;
    apt-get:clamd) say clamav-daemon ;;
    apt-get:chromium) say chromium chromium-headless-shell ;;
    dnf:cc) say gcc ;;
    dnf:npm) say nodejs npm ;;
    dnf:postgresql) say postgresql-server ;;
    pacman:cc) say base-devel ;;
    pacman:npm) say nodejs npm ;;
    brew:npm) say node ;;
    brew:postgresql) say postgresql@17 ;;
    *) say "$2" ;;
  esac
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif has sudo; then
    sudo "$@"
  else
    return 1
  fi
}

# Installs a tool, or fails with the command to install it: `package chromium "Chromium"`.
package() {
  local tool=$1 title=$2 names
  say "$title: installing …"
  if has apt-get; then
    names=$(package_names apt-get "$tool")
    # Debian's PostgreSQL package starts a cluster; the tests create a separate temporary one.
    as_root env DEBIAN_FRONTEND=noninteractive sh -c "apt-get update -qq && apt-get install -y -qq --no-install-recommends $names" >/dev/null \
      || fail "$title is missing: apt-get install $names"
  elif has dnf; then
    names=$(package_names dnf "$tool")
    # shellcheck disable=SC2086
    as_root dnf install -y -q $names || fail "$title is missing: dnf install $names"
  elif has pacman; then
    names=$(package_names pacman "$tool")
    # shellcheck disable=SC2086
    as_root pacman -S --noconfirm --needed $names || fail "$title is missing: pacman -S $names"
  elif has brew; then
    names=$(package_names brew "$tool")
    # shellcheck disable=SC2086
    brew install --quiet $names || fail "$title is missing: brew install $names"
  else
    fail "$title is missing: install it, then run this again"
  fi
  hash -r
}
