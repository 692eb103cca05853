// Chosen files are stored in IndexedDB, so that uploads resume after a reload of the page.
export function openStore(page) {
  const open = new Promise((resolve) => {
    try {
      const request = indexedDB.open("karavan-uploads", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("files", { keyPath: "key" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  const run = async (mode, operation) => {
    const database = await open;
    if (!database) return null;
    return new Promise((resolve) => {
      const request = operation(database.transaction("files", mode).objectStore("files"));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    });
  };
  return {
    put: (job) => run("readwrite", (files) => files.put({ key: job.key, page, file: job.file, id: job.id })),
    remove: (key) => run("readwrite", (files) => files.delete(key)),
    all: async () => (await run("readonly", (files) => files.getAll())) ?? [],
  };
}
