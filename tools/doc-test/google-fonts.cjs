// The style sheets that applications of create-next-app load from Google, by their addresses.
const face = (family) => `@font-face { font-family: '${family}'; src: local('Arial'); }`;
module.exports = {
  'https://fonts.googleapis.com/css2?family=Geist:wght@100..900&display=swap': face('Geist'),
  'https://fonts.googleapis.com/css2?family=Geist+Mono:wght@100..900&display=swap': face('Geist Mono'),
};
