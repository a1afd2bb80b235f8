/**
 * A user's feed → browser: JSON-RPC 2.0 notifications over `wss …/api/feed`, authenticated by the
 * session cookie. One for all projects of the user. The page sends only `ping` → `pong`, as on
 * the viewer link. A notification is a hint: the truth is in `GET /api/needs-you`, which the
 * page reads once it is connected, and after each hint.
 */
import * as z from 'zod/mini'

export const FEED_LINK = {
	version: 1,
	subprotocol: 'fairlead.feed.v1',
	pingIntervalMs: 25_000,
	/** Open pages of one user; the next one is refused with 503. */
	maxSockets: 100,
} as const

export const FeedLink = {
	/** feed → browser */
	toPage: {
		notifications: {
			/** A run started or stopped waiting for this user's answer, or their set of projects changed. */
			'needs_you.changed': z.object({}),
		},
	},
} as const
