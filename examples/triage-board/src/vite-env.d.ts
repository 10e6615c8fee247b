/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_SERVICE_URL?: string;
  readonly VITE_ACCESS_TOKEN?: string;
}
