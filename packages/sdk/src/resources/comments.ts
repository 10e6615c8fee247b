import type { Comment, List, NewComment } from '@issue-tracking/model';
import { type ApiPromise, apiPromise } from '../call/api-promise.ts';
import { callEndpoint, callForItem } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { RequestOptions } from '../call/settings.ts';
import { createOnce } from './create-once.ts';

/** Options of a new comment. */
export interface CommentCreateOptions extends RequestOptions {
  /**
   * What to do when the answer is lost and the comment may or may not exist. `fail`, the default: reject with
   * `mayHaveBeenApplied`. `check`: list the comments before, and after a loss look for a new one with the same content
   * before trying again; that costs one more request each time.
   */
  onLostAnswer?: 'fail' | 'check' | undefined;
}

/** The comments on an issue. */
export class Comments {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Lists the comments on an issue, whole (EP-11); their order is not specified (GAP-8).
   *
   * @example
   * const { data, total } = await client.issues.comments.list('prj_web', 7);
   */
  list(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<Comment>> {
    return apiPromise(
      callEndpoint(this.#core, 'issues.comments.list', { params: { projectId, issueNumber } }, options),
    );
  }

  /**
   * Adds a comment (EP-12). A POST is not repeated once it may have been sent, except after a 429, so that no comment
   * is written twice: see `onLostAnswer`.
   *
   * @example
   * await client.issues.comments.create('prj_web', 7, { content: 'Fixed in 4.2.1' }, { onLostAnswer: 'check' });
   */
  create(
    projectId: string,
    issueNumber: number,
    comment: NewComment,
    options?: CommentCreateOptions,
  ): ApiPromise<Comment> {
    const params = { projectId, issueNumber };
    const created =
      (options?.onLostAnswer ?? 'fail') === 'fail'
        ? callForItem(this.#core, 'issues.comments.create', { params, body: comment }, options)
        : createOnce(this.#core, params, comment, options ?? {});
    return apiPromise(created);
  }
}
