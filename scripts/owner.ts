/** The self-hosted owner, as a client of the HTTP interface. */
import { CreatedRelayToken, Health, Project, ProjectList } from '@fairlead/protocol/http'
import * as z from 'zod'

/** A started Worker compiles its bundle before it answers for the first time. */
const HEALTH_TIMEOUT_MS = 60_000
const HEALTH_POLL_MS = 100
const REQUEST_TIMEOUT_MS = 15_000

/**
 * Waits until the Worker answers.
 * @param alive false once waiting is pointless, because the process ended
 */
export async function waitForHealth(origin: string, alive: () => boolean): Promise<Health> {
	const until = Date.now() + HEALTH_TIMEOUT_MS
	let last = ''
	while (alive() && Date.now() < until) {
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
	readonly #origin: string
	readonly #cookie: string

	private constructor(origin: string, cookie: string) {
		this.#origin = origin
		this.#cookie = cookie
	}

	/** `name=value`, for tests that sign in a browser or a client. */
	get cookie(): string {
		return this.#cookie
	}

	/** @throws if the token is not the Worker's */
	static async signIn(origin: string, setupToken: string): Promise<Owner> {
		const response = await request(origin, '', 'POST', '/api/auth/setup', { token: setupToken })
		const cookie = response.headers
			.getSetCookie()
			.map((line) => line.split(';', 1)[0] ?? '')
			.filter((pair) => pair !== '')
			.join('; ')
		if (cookie === '') throw new Error('POST /api/auth/setup set no session cookie.')
		return new Owner(origin, cookie)
	}

	async projects(): Promise<Project[]> {
		return (await this.#json('GET', '/api/projects', ProjectList)).projects
	}

	/** The oldest project, or a new one with this name if there is none. */
	async firstProject(name: string): Promise<Project> {
		const [first] = (await this.projects()).sort((a, b) => a.createdAt - b.createdAt)
		return first ?? this.#json('POST', '/api/projects', Project, { name })
	}

	async relayToken(project: Project, label: string): Promise<RelayAccess> {
		const path = `/api/projects/${project.id}/relay-tokens`
		const created = await this.#json('POST', path, CreatedRelayToken, { label })
		return { projectId: project.id, projectName: project.name, token: created.token }
	}

	async #json<T extends z.core.$ZodType>(
		method: string,
		path: string,
		schema: T,
		body?: unknown,
	): Promise<z.infer<T>> {
		const response = await request(this.#origin, this.#cookie, method, path, body)
		return z.parse(schema, await response.json())
	}
}

async function request(
	origin: string,
	cookie: string,
	method: string,
	path: string,
	body?: unknown,
): Promise<Response> {
	const response = await fetch(origin + path, {
		method,
		headers: {
			origin,
			...(cookie === '' ? {} : { cookie }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
	})
	if (!response.ok) {
		throw new Error(
			`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`,
		)
	}
	return response
}
