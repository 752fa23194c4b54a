// Before anything is painted: light or dark, as it was chosen on the site.
const chosen = localStorage.getItem("vitepress-theme-appearance");
if (chosen === "dark" || chosen === "light") document.documentElement.style.colorScheme = chosen;
