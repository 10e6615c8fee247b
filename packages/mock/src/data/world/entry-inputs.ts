import type { ConsoleLevel, UserActionType } from '@issue-tracking/model';

/** A comment on an issue. */
export interface CommentInput {
  /** By default made of the id and the comment's position. */
  id?: string | undefined;
  /** Empty by default. */
  content?: string | undefined;
  /** `Reporter` by default. */
  authorName?: string | undefined;
  /** By default a minute after the previous comment or the issue, but not later than the mock's clock. */
  createdAt?: string | undefined;
}

/** A console message captured with an issue. */
export interface ConsoleLogInput {
  /** `log` by default. */
  level?: ConsoleLevel | undefined;
  /** Empty by default. */
  message?: string | undefined;
  /** `<url>:<line>:<column>`. By default line 1 of the page. */
  source?: string | undefined;
  /** The issue's `createdAt` by default. */
  timestamp?: string | undefined;
}

/** A network request captured with an issue. */
export interface NetworkLogInput {
  /** `GET` by default. */
  method?: string | undefined;
  /** The page by default. */
  url?: string | undefined;
  /** 200 by default. */
  status?: number | undefined;
  /** 0 by default. The specification doesn't define the unit. */
  duration?: number | undefined;
  /** The issue's `createdAt` by default. */
  timestamp?: string | undefined;
}

/** A screenshot captured with an issue. */
export interface ScreenshotInput {
  /** By default made of the id and the screenshot's position. */
  id?: string | undefined;
  /** By default `https://cdn.example/<id>.png`. */
  url?: string | undefined;
  /** In pixels. By default the viewport's. */
  width?: number | undefined;
  /** In pixels. By default the viewport's. */
  height?: number | undefined;
  /** The issue's `createdAt` by default. */
  createdAt?: string | undefined;
}

/** The browser, page element and component an issue was reported on. */
export interface TechContextInput {
  /** By default the issue's `browserInfo`, split at its last space. */
  browserInfo?: { name: string; version: string } | undefined;
  /** By default the issue's `osInfo`, split at its last space. */
  osInfo?: { name: string; version: string } | undefined;
  /** By default the issue's `viewportSize`. */
  viewportSize?: { width: number; height: number } | undefined;
  /** `body` by default. */
  cssSelector?: string | undefined;
  /** None by default. */
  elementStyles?: Record<string, string> | undefined;
  /** None by default. */
  reactComponentTree?: string[] | undefined;
}

/** An action of the reporter before the report. */
export interface UserActionInput {
  /** `click` by default. Other types are allowed. */
  type?: UserActionType | undefined;
  /** `body` by default. */
  target?: string | undefined;
  /** Absent by default. */
  text?: string | undefined;
  /** The issue's `createdAt` by default. */
  timestamp?: string | undefined;
}
