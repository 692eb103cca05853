
const sizes = SIZES;
let bundle;

function loadBundle() {
    bundle ??= fetch(new URL("./chunks.bin", import.meta.url)).then((response) => {
        if (!response.ok) {
            throw new Error(`chunks.bin: ${response.status}`);
        }
        return response.arrayBuffer();
    }).catch((error) => {
        // The next attempt sends the request again.
        bundle = undefined;
        throw error;
    });
    return bundle;
}

async function fetchBundled(position) {
    const bytes = await loadBundle();
    const start = sizes.slice(0, position).reduce((sum, size) => sum + size, 0);
    return new Response(bytes.slice(start, start + sizes[position]), { headers: { "content-type": "application/wasm" } });
}
