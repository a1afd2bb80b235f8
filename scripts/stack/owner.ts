/** The self-hosted owner, as a client of the HTTP interface. */

import { Health } from '@fairlead/protocol/http/health'
import type { Project } from '@fairlead/protocol/projects/project'
import { createFairlead, done, type Fairlead } from '../../client/src/index.ts'

/** A started Worker compiles its bundle before it answers for the first time. */
const HEALTH_TIMEOUT_MS = 60_000
const HEALTH_POLL_MS = 100
const REQUEST_TIMEOUT_MS = 15_000
/** The account's activity tells its sign-ins from the person's by this (`worker/src/accounts/client-name.ts`). */
const USER_AGENT = 'fairlead-start'

/**
 * Waits until the Worker answers.
 * @param alive false once waiting is pointless, because the process ended
 * @param listens false until the Worker itself has the port: an answer before would be another program's
 */
export async function waitForHealth(
	origin: string,
	alive: () => boolean,
	listens: () => boolean,
): Promise<Health> {
	const until = Date.now() + HEALTH_TIMEOUT_MS
	let last = ''
	while (alive() && Date.now() < until) {
		if (!listens()) {
			await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS))
			continue
		}
		try {
			const response = await fetch(`${origin}/api/health`, {
				signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
			})
			const body = await response.text()
			if (response.ok) return Health.parse(JSON.parse(body))
			last = `${response.status} ${body.slice(0, 500)}`
		} catch (error) {
			last = error instanceof Error ? error.message : String(error)
		}
		await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS))
	}
	throw new Error(
		alive()
			? `The Worker does not respond at ${origin}/api/health. Last: ${last || 'no answer'}`
			: 'The Worker exited before it responded.',
	)
}

/** The data that a relay needs to serve a project. */
export interface RelayAccess {
	readonly projectId: string
	readonly projectName: string
	readonly token: string
}

export class Owner {
	readonly #cookie: string
	readonly #api: Fairlead['api']

	private constructor(cookie: string, api: Fairlead['api']) {
		this.#cookie = cookie
		this.#api = api
	}

	/** `name=value`, for tests that sign in a browser or a client. */
	get cookie(): string {
		return this.#cookie
	}

	/** @throws if the token is not the Worker's */
	static async signIn(origin: string, setupToken: string): Promise<Owner> {
		const timeoutMs = REQUEST_TIMEOUT_MS
		const headers = { origin, 'user-agent': USER_AGENT }
		const signingIn = createFairlead({ origin, timeoutMs, headers })
		const { response } = await signingIn.api.POST('/api/auth/setup', {
			body: { token: setupToken },
		})
		const cookie = response.headers
			.getSetCookie()
			.map((line) => line.split(';', 1)[0] ?? '')
			.filter((pair) => pair !== '')
			.join('; ')
		if (cookie === '') throw new Error('POST /api/auth/setup set no session cookie.')
		return new Owner(
			cookie,
			createFairlead({ origin, timeoutMs, headers: { ...headers, cookie } }).api,
		)
	}

	/** Ends this session: a start that needs it no more leaves none behind. */
	async signOut(): Promise<void> {
		await done(this.#api.POST('/api/auth/sign-out'))
	}

	async projects(): Promise<Project[]> {
		return (await done(this.#api.GET('/api/projects'))).projects
	}

	/** The oldest project, or a new one with this name if there is none. */
	async firstProject(name: string): Promise<Project> {
		const [first] = (await this.projects()).sort((a, b) => a.createdAt - b.createdAt)
		return first ?? done(this.#api.POST('/api/projects', { body: { name } }))
	}

	async relayToken(project: Project, label: string): Promise<RelayAccess> {
		const { token } = await done(
			this.#api.POST('/api/projects/{projectId}/relay-tokens', {
				params: { path: { projectId: project.id } },
				body: { label },
			}),
		)
		return { projectId: project.id, projectName: project.name, token }
	}
}
