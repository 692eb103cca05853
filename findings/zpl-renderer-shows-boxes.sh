#!/usr/bin/env bash
# zpl-renderer-js, version 3.4.0, draws each Cyrillic and Chinese letter of a label in UTF-8 (^CI28) as the same empty box: two names of
# equal length give one picture, without an error. A preview of such a label proves nothing about it; the same words as graphics (^GFA)
# are drawn. Expected: the letters, or an error that names them. Fails if the pictures of two names differ.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zpl-renderer-js@3.4.0
cat >render.mjs <<'JS'
import { ready } from "zpl-renderer-js";

const { api } = await ready;
const render = (name) => api.zplToBase64Async(`^XA^CI28^FO20,20^A0N,40,40^FD${name}^FS^XZ`, 58, 40, 8);
const isSame = async (one, other) => (await render(one)) === (await render(other));
const same = { russian: await isSame("Полина", "Сергей"), chinese: await isSame("王伟", "李娜"), english: await isSame("Polina", "Sergey") };
console.log("zpl-renderer-js 3.4.0 draws two names alike:", JSON.stringify(same));
process.exit(same.russian && same.chinese && !same.english ? 0 : 1);
JS
node render.mjs
