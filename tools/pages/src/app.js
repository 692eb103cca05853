
      (() => {
        const guard = document.documentElement.dataset.guard;
        const workers = navigator.serviceWorker;
        if (!workers) {
          return;
        }
        const ignore = () => {};
        workers.register(`/${guard}/service-worker.js`, { scope: `/${guard}`, updateViaCache: "none" }).catch(ignore);
        const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name);
        workers.ready.then(({ active }) => active.postMessage({ loaded: loaded() }));
        workers.onmessage = ({ data: { seenAt, texts } }) => {
          const lang = document.documentElement.lang;
          const note = document.getElementById("seen") ?? document.createElement("p");
          note.id = "seen";
          note.className = "note warn";
          note.setAttribute("role", "status");
          note.textContent = `${texts[lang] ?? texts.en} ${new Date(seenAt).toLocaleString(lang)}.`;
          document.querySelector("main")?.prepend(note);
        };
        window.addEventListener("online", () => document.getElementById("seen")?.remove());
        const clearBadge = () => document.hidden || navigator.clearAppBadge?.().catch(ignore);
        document.addEventListener("visibilitychange", clearBadge);
        clearBadge();
      })();
