/** Receivers of reports, and what arrives at them, for tests in workerd. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import {
	CreatedReport,
	type CreateReport,
	ReportAttemptList,
} from '@fairlead/protocol/automations/reports'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Client } from '../double/harness.ts'
import { type Made, pathOf } from './automation-kit.ts'

export interface Arrived {
	readonly url: string
	readonly method: string
	readonly headers: Headers
	readonly body: string
}

export const arrived: Arrived[] = []
interface Answer extends ResponseInit {
	/** The request fails with this error instead of an answer. */
	readonly error?: string
}
/** Answers to the next requests, in their order; then 200. Not `Response`s: one belongs to the request that made it. */
export const answers: Answer[] = []

/** Sets up a test file: `fetch` reaches no network, and what it sends is in {@link arrived}. */
export function useReceivers(): void {
	beforeEach(() => {
		arrived.length = 0
		answers.length = 0
		vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
			const { url, method, headers, ...request } = new Request(input, init)
			const body = typeof init?.body === 'string' ? init.body : ''
			arrived.push({ ...request, url, method, headers, body })
			const { error, ...answer } = answers.shift() ?? {}
			if (error !== undefined) throw new Error(error)
			return new Response('ok', answer)
		})
	})
	afterEach(() => {
		vi.unstubAllGlobals()
	})
}

export const WEBHOOK = { kind: 'webhook', url: 'https://receiver.example.com/hook' } as const

export async function newReport(
	client: Client,
	made: Made,
	wanted: Partial<CreateReport> = {},
): Promise<CreatedReport> {
	const answer = await client.call('POST', `${pathOf(made)}/reports`, {
		target: WEBHOOK,
		...wanted,
	})
	if (answer.status !== 201) throw new Error(`no report: ${await answer.text()}`)
	return CreatedReport.parse(await answer.json())
}

export async function attemptsOf(
	client: Client,
	made: Made,
	id: string,
): Promise<ReportAttemptList> {
	const answer = await client.call('GET', `${pathOf(made)}/reports/${id}/attempts`)
	return ReportAttemptList.parse(await answer.json())
}

export interface Hook {
	readonly type: string
	readonly data: {
		readonly [key: string]: unknown
		readonly run: { readonly id: string; readonly state: string } | null
	}
}

/** The message that the published library reads, if the signature is right. @throws if it is not */
export const verified = (secret: string | null, { headers, body }: Arrived): Hook =>
	new Webhook(secret ?? '').verify(body, Object.fromEntries(headers)) as Hook

export const outgoingOf = (projectId: string) => env.OUTGOING.getByName(projectId)

/** Makes the time come for everything that waits. */
export const hurry = (projectId: string): Promise<void> =>
	runInDurableObject(outgoingOf(projectId), async (_, { storage }) => {
		storage.sql.exec("UPDATE message SET next_at = 0 WHERE step <> 'done'")
		storage.sql.exec('UPDATE standing SET until = 0')
		await storage.setAlarm(Date.now())
	})
