/**
 * OAuth clients: known by a metadata document at the address that is their id (Client ID Metadata Documents), or, where a
 * client has none, by a registration of its own (RFC 7591). Neither has a secret: PKCE and the redirect protect the code.
 */
import * as z from 'zod'
import type { Database } from '../../db/client.ts'
import { newId } from '../../ids.ts'
import type { AddressRule } from '../../platform/addresses.ts'
import { checkReachable } from '../../platform/reachable.ts'
import { within } from '../../within.ts'
import { isPlainName } from '../client-name.ts'
import { OAuthError } from './oauth-error.ts'
import { isRedirect } from './redirects.ts'
import { findClient, insertClient } from './store.ts'

const MAX_DOCUMENT_BYTES = 16 * 1024
const DOCUMENT_MS = 5_000
const MAX_NAME = 100
const MAX_REDIRECTS = 20
const DAY_MS = 86_400_000
/** The time after which an unused client is deleted: the same as for an unused connection. */
const MAX_IDLE_DAYS = 90
/** The most registrations that were never used: they need no credential, and from many addresses would fill the table. */
const MAX_NEVER_USED = 5_000

export interface Client {
	readonly id: string
	readonly name: string
	readonly redirectUris: readonly string[]
	/** The host of its document; null: it is registered, and nobody vouches for the name. */
	readonly host: string | null
}

const Redirects = z
	.array(z.string().max(2_000))
	.min(1)
	.max(MAX_REDIRECTS)
	.refine((all) => all.every(isRedirect), 'Each must be https, loopback, or an own scheme.')

const Name = z
	.string()
	.refine(
		isPlainName,
		'Visible, without control characters or mixed scripts, and not like "Fairlead".',
	)
	.trim()
	.min(1)
	.max(MAX_NAME)

const Document = z.object({
	client_id: z.string(),
	client_name: Name,
	redirect_uris: Redirects,
	token_endpoint_auth_method: z.literal('none').optional(),
})

export const Registration = z.object({
	client_name: Name.optional(),
	redirect_uris: Redirects,
	token_endpoint_auth_method: z.string().max(100).optional(),
})

/** @param rule which hosts may be asked: never those of a private network */
export async function clientOf(
	db: Database,
	id: string,
	rule: AddressRule,
	ask: typeof fetch = fetch,
): Promise<Client> {
	if (/^https?:\/\//.test(id)) return documentedClient(id, rule, ask)
	const row = await findClient(db, id)
	if (!row) throw new OAuthError('invalid_client', 'This client is not registered here.')
	return { id: row.id, name: row.name, redirectUris: row.redirectUris, host: null }
}

async function documentedClient(id: string, rule: AddressRule, ask: typeof fetch): Promise<Client> {
	const checked = await checkReachable(id, rule)
	if (!checked.ok) throw invalid(checked.reason)
	const { url } = checked
	if (url.pathname === '/' || url.hash !== '' || url.href !== id) {
		throw invalid('The client id must be the exact address of its metadata document.')
	}
	const parsed = Document.safeParse(await readDocument(url, ask))
	if (!parsed.success) throw invalid('The metadata document of the client is not valid.')
	const { client_id, client_name, redirect_uris } = parsed.data
	if (client_id !== id) throw invalid('The metadata document is that of another client.')
	return { id, name: client_name, redirectUris: redirect_uris, host: url.host }
}

const invalid = (description: string): OAuthError => new OAuthError('invalid_client', description)

/** Redirects are not followed: they would lead past the check of the address. */
async function readDocument(url: URL, ask: typeof fetch): Promise<unknown> {
	try {
		return await within(DOCUMENT_MS, async (signal) => {
			const headers = { accept: 'application/json' }
			const answer = await ask(url.href, { headers, redirect: 'manual', signal })
			if (answer.status !== 200) {
				await answer.body?.cancel()
				throw new Error(`status ${answer.status}`)
			}
			return JSON.parse(await boundedText(answer))
		})
	} catch {
		throw invalid('The metadata document of the client could not be read.')
	}
}

async function boundedText(answer: Response): Promise<string> {
	let text = ''
	let bytes = 0
	const decoder = new TextDecoder()
	for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
		bytes += chunk.byteLength
		if (bytes > MAX_DOCUMENT_BYTES) throw new Error('too large')
		text += decoder.decode(chunk, { stream: true })
	}
	return text
}

/** Registers a client (RFC 7591), as a fallback. Unused registrations are deleted. */
export async function registerClient(
	db: Database,
	{ client_name, redirect_uris }: z.infer<typeof Registration>,
	now: number,
): Promise<Client> {
	const name = client_name ?? 'MCP client'
	const row = {
		id: newId('mcc', now),
		name,
		redirectUris: redirect_uris,
		createdAt: now,
		usedAt: null,
	}
	await insertClient(db, row, {
		neverUsedBefore: now - DAY_MS,
		maxNeverUsed: MAX_NEVER_USED,
		usedBefore: now - MAX_IDLE_DAYS * DAY_MS,
	})
	return { id: row.id, name, redirectUris: redirect_uris, host: null }
}
