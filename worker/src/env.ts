import type { Conversation } from './conversations/conversation.ts'
import type { UserFeed } from './feeds/user-feed.ts'
import type { ProjectRoom } from './rooms/project-room.ts'

/** Bindings and variables of the Worker (wrangler.toml, .dev.vars, secrets). */
export interface Env {
	readonly DB: D1Database
	readonly ROOM: DurableObjectNamespace<ProjectRoom>
	readonly CONVERSATION: DurableObjectNamespace<Conversation>
	readonly USER_FEED: DurableObjectNamespace<UserFeed>
	readonly ASSETS: Fetcher
	/** Sending it to `/api/auth/setup` signs in as the owner. Unset: sign-in by setup token is off. */
	readonly SETUP_TOKEN?: string
	/** Unset: the demo model answers. */
	readonly ANTHROPIC_API_KEY?: string
	/** Default: the SDK's own. */
	readonly ANTHROPIC_BASE_URL?: string
	/** Model id of new conversations. */
	readonly ANTHROPIC_MODEL?: string
	/** `1` offers the provider's web search to the model. */
	readonly ANTHROPIC_WEB_SEARCH?: string
}
