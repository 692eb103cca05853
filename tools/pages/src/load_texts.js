
      (() => {
        let stored = null;
        try {
          stored = localStorage.getItem("karavan.language");
        } catch {
          // The browser denies access to the storage.
        }
        const wanted = [stored, ...navigator.languages.map((tag) => tag.split("-")[0])];
        const language = wanted.find((tag) => ["ru", "en", "zh"].includes(tag)) ?? "ru";
        document.documentElement.lang = language;
        const base = document.querySelector("meta[name=texts]").content;
        window.karavanTextsAddress = `${base}-${language}.txt`;
        const request = fetch(window.karavanTextsAddress);
        window.karavanTexts = request.then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
      })();
