
      (() => {
        const guard = document.documentElement.dataset.guard;
        try {
          // A mini app logs in by its launch: the cookie can belong to another account of the messenger.
          const isMiniApp = location.pathname === "/client/app";
          if (isMiniApp || localStorage.getItem(`karavan.session.${guard}`) === null) {
            return;
          }
        } catch {
          // The browser denies access to the storage.
          return;
        }
        // The body is read in any case: a request with an unread body stays open.
        const readText = (answer) => answer.text().then((text) => (answer.ok ? text : null));
        const accept = "application/json";
        const headers = { accept, "content-type": accept };
        const session = fetch(`/${guard}/refresh`, { method: "POST", headers, body: "{}" }).then(readText).catch(() => null);
        window.karavanSession = session;
        window.karavanUser = session
          .then((text) => {
            const authorization = `Bearer ${JSON.parse(text).access_token}`;
            return fetch(`/${guard}/me`, { headers: { accept, authorization } }).then(readText);
          })
          .catch(() => null);

        const folder = "FOLDER";
        const parts = PARTS;
        const segments = location.pathname.split("/").filter(Boolean).slice(1);
        const matches = (pattern) => {
          const isOpen = pattern.at(-1) === "..";
          const fixed = isOpen ? pattern.slice(0, -1) : pattern;
          const fits = isOpen ? segments.length >= fixed.length : segments.length === fixed.length;
          return fits && fixed.every((names, position) => names === "*" || names.includes(segments[position]));
        };
        const part = parts.find(([pattern]) => matches(pattern));
        for (const file of part?.[1] ?? []) {
          const link = document.createElement("link");
          link.rel = "preload";
          link.as = "fetch";
          link.crossOrigin = "anonymous";
          link.fetchPriority = "low";
          link.href = folder + file;
          document.head.append(link);
        }
      })();
