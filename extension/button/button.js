/** A button in the pages of a shop for which the person asked. It tells the extension that it was pressed, and nothing else. */
(() => {
  const HOST = "karavan-button";
  if (document.querySelector(HOST) || window.top !== window) return;
  const host = document.createElement(HOST);
  const root = host.attachShadow({ mode: "closed" });
  const style = document.createElement("style");
  style.textContent = `
    :host { all: initial }
    button {
      position: fixed; inset-inline-end: 16px; bottom: 96px; z-index: 2147483647;
      min-height: 44px; padding: 10px 16px; border: 0; border-radius: 22px;
      background: #0f766e; color: #fff; font: 600 14px/1.2 system-ui, sans-serif;
      cursor: pointer; box-shadow: 0 2px 8px rgb(0 0 0 / .25)
    }
    button:focus-visible { outline: 3px solid #fff; outline-offset: -5px }
    @media print { button { display: none } }`;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = chrome.i18n.getMessage("button_text");
  button.addEventListener("click", (event) => {
    // A click that the page makes by itself opens nothing.
    if (event.isTrusted) chrome.runtime.sendMessage({ type: "open" }).catch(() => {});
  });
  root.append(style, button);
  document.documentElement.append(host);
})();
