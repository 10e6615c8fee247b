import type { Comment, List, NewComment } from '@issue-tracking/model';
import { type ApiPromise, apiPromise, callEndpoint, callForItem } from '../call/call-endpoint.ts';
import type { Core } from '../call/core.ts';
import type { RequestOptions } from '../call/settings.ts';
import { type CommentCreateOptions, createOnce, createRules } from './create-once.ts';

/** The comments on an issue. */
export class Comments {
  readonly #core: Core;

  /** @internal */
  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Lists the comments on an issue, all at once. The specification does not say in which order.
   *
   * The credential needs the scope `issues:read`.
   *
   * @example
   * const { data, total } = await client.issues.comments.list('prj_web', 7);
   */
  list(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<Comment>> {
    return apiPromise(
      // enforces EP-11
      callEndpoint(this.#core, 'issues.comments.list', { params: { projectId, issueNumber } }, options),
    );
  }

  /**
   * Adds a comment. It is not sent again once it may have reached the service, except after a 429, so that it is not
   * written twice. When the response is lost, the call rejects with `mayHaveBeenApplied: true`, or looks whether the
   * comment is there: see `onLostAnswer`.
   *
   * The credential needs the scope `issues:write`.
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
    const { onLostAnswer = 'fail', resendAfter } = options ?? {};
    // enforces EP-12
    const created =
      onLostAnswer === 'fail' && resendAfter === undefined
        ? callForItem(this.#core, 'issues.comments.create', { params, body: comment }, options, createRules)
        : createOnce(this.#core, params, comment, options ?? {});
    return apiPromise(created);
  }
}
