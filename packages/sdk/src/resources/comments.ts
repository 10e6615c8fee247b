import type { Comment, List, NewComment } from '@issue-tracking/model';
import { type ApiPromise, apiPromise, callEndpoint, callForItem } from '../call/call-endpoint.ts';
import type { RequestOptions } from '../call/call-settings.ts';
import type { ClientContext } from '../call/client-context.ts';
import type { Contexts } from '../call/contexts.ts';
import { type CommentCreateOptions, createComment } from './create-comment.ts';

/** The comments on an issue. */
export class Comments {
  readonly #contexts: Contexts;

  private constructor(contexts: Contexts) {
    this.#contexts = contexts;
  }

  /** @internal The class is exported, but only a client can make one. */
  static of(contexts: Contexts): Comments {
    // `this`, because the build renames a class that names itself, and inspected objects would show it.
    return new this(contexts);
  }

  get #client(): ClientContext {
    return this.#contexts.current;
  }

  /**
   * Lists all comments on an issue. The specification doesn't name their order.
   *
   * The credential needs the scope `issues:read`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param options Options of this call, instead of the client's.
   *
   * @example
   * const { data, total } = await client.issues.comments.list('prj_web', 7);
   */
  list(projectId: string, issueNumber: number, options?: RequestOptions): ApiPromise<List<Comment>> {
    // enforces EP-11
    return callEndpoint(this.#client, 'issues.comments.list', { params: { projectId, issueNumber } }, options);
  }

  /**
   * Adds a comment. The client doesn't resend a comment that may have reached the service, so that it isn't added twice.
   * When the response is lost, the call rejects with `mayHaveBeenApplied: true`, or looks for the comment: see
   * `onLostResponse`.
   *
   * The credential needs the scope `issues:write`.
   *
   * @param projectId The project's `id`, such as `prj_web`.
   * @param issueNumber The issue's number in its project, from 1.
   * @param comment The comment's `content`, a text that is not empty.
   * @param options `onLostResponse`, and options of this call, instead of the client's.
   *
   * @example
   * await client.issues.comments.create('prj_web', 7, { content: 'Fixed in 4.2.1' }, { onLostResponse: 'check' });
   */
  create(
    projectId: string,
    issueNumber: number,
    comment: NewComment,
    options?: CommentCreateOptions,
  ): ApiPromise<Comment> {
    const params = { projectId, issueNumber };
    // enforces EP-12
    if ((options?.onLostResponse ?? 'fail') === 'fail') {
      return callForItem(this.#client, 'issues.comments.create', { params, body: comment }, options, {
        place: 'comments.create',
      });
    }
    const client = this.#client;
    return apiPromise(() => createComment(client, params, comment, options ?? {}));
  }
}
