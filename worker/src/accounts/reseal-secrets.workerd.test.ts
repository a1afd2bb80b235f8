/** After `fairlead admin reseal` the previous SECRETS_KEY can be thrown away, and no secret was lost. */
import { env } from 'cloudflare:workers'
import { ResealedBatch } from '@fairlead/protocol/people/operator'
import { expect, test } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import { operate } from '../../test/people/operator-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { seal, sealedPrefix, unseal } from '../platform/sealed-secret.ts'
import { resealBatch, SEALED_COLUMNS } from './reseal-secrets.ts'

useApi()
const db = database(env.DB)
const OLD = { SECRETS_KEY: 'the old secret' }
const ROTATING = { SECRETS_KEY: 'the new secret', SECRETS_KEY_PREVIOUS: 'the old secret' }
const NEW = { SECRETS_KEY: 'the new secret' }
const PROVIDERS = ['anthropic', 'openai', 'gemini', 'openrouter', 'deepseek']

async function allBatches(keys: typeof ROTATING | typeof NEW): Promise<ResealedBatch[]> {
	const batches: ResealedBatch[] = []
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const batch: ResealedBatch = await resealBatch(keys, db, cursor)
		batches.push(batch)
		expect(batches.length).toBeLessThan(20)
		cursor = batch.nextCursor
	}
	return batches
}
const sum = (batches: readonly ResealedBatch[]) =>
	batches.reduce((all, { resealed }) => all + resealed, 0)

async function keepKeys(userId: string, keys: Partial<typeof OLD>): Promise<void> {
	for (const provider of PROVIDERS) {
		const sealed = await seal(`key of ${provider}`, `${userId} ${provider}`, keys, 'model keys')
		await env.DB.prepare('insert into model_keys values (?, ?, ?, ?, 1)')
			.bind(userId, provider, sealed, 'ider')
			.run()
	}
}

async function keepServer(id: string): Promise<void> {
	const sealed = await seal('{"x":"y"}', id, OLD, 'mcp server secrets')
	await env.DB.prepare(
		`insert into mcp_servers (id, project_id, name, url, header_names, headers, auth, risk, tool_risks,
			enabled, state, tools, left_out, origin, created_at, updated_at)
		values (?, ?, ?, 'https://x.example', '["x"]', ?, ?, 'read', '{}', 1, 'ready', '[]', '[]', '', 1, 1)`,
	)
		.bind(id, api.projectId, id, sealed, sealed)
		.run()
}

const headersOf = async (id: string): Promise<string> =>
	(await env.DB.prepare('select headers from mcp_servers where id = ?')
		.bind(id)
		.first('headers')) ?? ''

test('every secret is encrypted anew in bounded batches, and opens without the previous key', async () => {
	const people = await Promise.all(
		Array.from({ length: 8 }, () => newMember(api.projectId, 'viewer')),
	)
	for (const { userId } of people) await keepKeys(userId, OLD)
	await keepServer('mcs_a')
	const batches = await allBatches(ROTATING)
	expect(Math.max(...batches.map(({ resealed }) => resealed))).toBe(30)
	expect(sum(batches)).toBe(8 * PROVIDERS.length + 2)
	expect(batches.flatMap(({ locked }) => locked)).toEqual([])
	const { results } = await env.DB.prepare('select * from model_keys').all<Record<string, string>>()
	for (const { user_id: user, provider, sealed = '' } of results) {
		expect(await unseal(sealed, `${user} ${provider}`, NEW, 'model keys')).toBe(
			`key of ${provider}`,
		)
	}
	expect(await unseal(await headersOf('mcs_a'), 'mcs_a', NEW, 'mcp server secrets')).toBe(
		'{"x":"y"}',
	)
	// Begun again, it finds nothing to do.
	expect(sum(await allBatches(ROTATING))).toBe(0)
})

test('a secret that no key opens is named and left as it is; one from before SECRETS_KEY is encrypted', async () => {
	const { userId } = await newMember(api.projectId, 'viewer')
	await keepKeys(userId, { SECRETS_KEY: 'a forgotten secret' })
	await keepServer('mcs_b')
	await env.DB.prepare("update mcp_servers set headers = 'plain:{}' where id = 'mcs_b'").run()
	const batches = await allBatches(ROTATING)
	const locked = batches.flatMap((batch) => batch.locked)
	expect(locked.map(({ id }) => id).sort()).toEqual(
		PROVIDERS.map((provider) => `${userId} ${provider}`).sort(),
	)
	const { results } = await env.DB.prepare('select sealed from model_keys where user_id = ?')
		.bind(userId)
		.all<{ sealed: string }>()
	const prefix = await sealedPrefix('a forgotten secret')
	for (const { sealed } of results) expect(sealed.startsWith(prefix)).toBe(true)
	expect(await unseal(await headersOf('mcs_b'), 'mcs_b', NEW, 'mcp server secrets')).toBe('{}')
})

test('the operator has it done over HTTP', async () => {
	await env.DB.prepare('delete from model_keys').run()
	await keepKeys((await newMember(api.projectId, 'viewer')).userId, {})
	const answer = await operate('POST', '/secrets/reseal?cursor=4.0')
	expect(ResealedBatch.parse(await answer.json())).toEqual({
		resealed: PROVIDERS.length,
		locked: [],
		nextCursor: '5.0',
	})
	expect((await operate('POST', '/secrets/reseal?cursor=x')).status).toBe(400)
})

test('no column with secrets is forgotten', async () => {
	const { results } = await env.DB.prepare(
		"select name, sql from sqlite_master where type = 'table'",
	).all<{ name: string; sql: string }>()
	const found = results.flatMap(({ name, sql }) =>
		[...sql.matchAll(/[`"](secret|sealed|headers|auth|kept)[`"] text/gi)].map(
			([, column]) => `${name}.${column}`,
		),
	)
	const listed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
	// Sign-ins that have begun end within fifteen minutes; a delivery's headers hold no secrets.
	const others = ['deliveries.headers', 'mcp_sign_ins.kept']
	expect(found.sort()).toEqual([...listed, ...others].sort())
})
