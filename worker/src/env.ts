import type { AccountEraser } from './accounts/erasure/account-eraser.ts'
import type { Trash } from './accounts/erasure/trash.ts'
import type { ModelConfig } from './agent/model/models.ts'
import type { ArenaBattle } from './arena/battle/battle.ts'
import type { ArenaLadder } from './arena/battle/ladder.ts'
import type { Evolution } from './arena/evolution/evolution.ts'
import type { Automations } from './automations/automations.ts'
import type { Outgoing } from './automations/outgoing/outgoing.ts'
import type { Conversation } from './conversations/conversation.ts'
import type { UserFeed } from './feeds/user-feed.ts'
import type { ProjectRoom } from './rooms/project-room.ts'

/** Bindings and variables of the Worker (wrangler.toml, .dev.vars, secrets). */
export interface Env extends ModelConfig {
	readonly DB: D1Database
	readonly ROOM: DurableObjectNamespace<ProjectRoom>
	readonly CONVERSATION: DurableObjectNamespace<Conversation>
	readonly USER_FEED: DurableObjectNamespace<UserFeed>
	readonly ACCOUNT_ERASER: DurableObjectNamespace<AccountEraser>
	readonly TRASH: DurableObjectNamespace<Trash>
	readonly AUTOMATIONS: DurableObjectNamespace<Automations>
	readonly OUTGOING: DurableObjectNamespace<Outgoing>
	readonly ARENA_BATTLE: DurableObjectNamespace<ArenaBattle>
	readonly ARENA_LADDER: DurableObjectNamespace<ArenaLadder>
	readonly EVOLUTION: DurableObjectNamespace<Evolution>
	readonly ASSETS: Fetcher
	/** Pictures of finished messages; unset: they are in their conversation's object alone. */
	readonly PICTURES?: R2Bucket
	/** Requests of one address without credentials; unset: counted in memory. */
	readonly RATE_OF_ADDRESSES?: RateLimit
	/** Requests of one person, token, relay, visitor or automation; unset: counted in memory. */
	readonly RATE_OF_CALLERS?: RateLimit
	/** Registrations and challenges in the arena, by address; unset: counted in memory. */
	readonly RATE_OF_ARENA?: RateLimit
	/** `off`: none of them counts. For measurements and storms of tests. */
	readonly RATE_LIMITS?: string
	/** Sending it to `/api/auth/setup` signs in as the owner. Unset: sign-in by setup token is off. */
	readonly SETUP_TOKEN?: string
	/** Makes its holder the operator: see `accounts/operator.ts`. Unset: there is none. */
	readonly ADMIN_TOKEN?: string
	/** `1`: the arena answers 503, so that nothing begins there. Battles under way go on. */
	readonly ARENA_MAINTENANCE?: string
	/** `open`: anybody may register in the arena. Otherwise only people with an account here make a player. */
	readonly ARENA_REGISTER?: string
	/** The plan of people and projects for whom the operator has set none. Default: `unlimited`. */
	readonly PLAN?: string
	/**
	 * The key that encrypts secrets in D1. Unset: those of automations and MCP servers are stored unencrypted, and
	 * model keys are not stored.
	 */
	readonly SECRETS_KEY?: string
	/** The one before it: what was encrypted under it is still read. */
	readonly SECRETS_KEY_PREVIOUS?: string
	/** Hosts that reports may also be sent to, besides public ones: `chat.internal, localhost:8065`. */
	readonly OUTGOING_HOSTS?: string
	/** `off`: names are not resolved before they are used, see `platform/reachable.ts`. */
	readonly OUTGOING_DNS?: string
	/** The address of this installation, such as `https://fairlead.example`; see `publicOrigin`. */
	readonly PUBLIC_URL?: string
	/** The port of a server started by the local scripts, which listen on loopback addresses only; see `http/origin.ts`. */
	readonly LOCAL_PORT?: string
	/** The sign-up rule; values at `signUpRule`. */
	readonly SIGN_UP?: string
	/** `1`: people may try it without an account. */
	readonly ANONYMOUS_TRIAL?: string
	readonly GITHUB_CLIENT_ID?: string
	readonly GITHUB_CLIENT_SECRET?: string
	/** Address of a GitHub Enterprise Server. */
	readonly GITHUB_URL?: string
	readonly GOOGLE_CLIENT_ID?: string
	readonly GOOGLE_CLIENT_SECRET?: string
	/** A stand-in for Google, for tests. */
	readonly GOOGLE_URL?: string
	/** The sender of mails. Unset: no mail is sent. */
	readonly MAIL_FROM?: string
	/** Takes `{from, to, subject, text}` as JSON by POST. */
	readonly MAIL_URL?: string
	/** The bearer token of MAIL_URL. */
	readonly MAIL_TOKEN?: string
	/** The platform's binding (`send_email`), used where MAIL_URL is not set. */
	readonly MAIL?: SendEmail
	/** Stand-ins for the search services, for tests. */
	readonly BRAVE_BASE_URL?: string
	readonly TAVILY_BASE_URL?: string
	/** This installation's facts about models, see `agent/model/registry/registry.ts`. */
	readonly MODEL_FACTS?: string
}
