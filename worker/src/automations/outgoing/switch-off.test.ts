/** A report that is switched off says so once, to people who can mend it, and not with its secret. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sqliteD1 } from '../../../test/storage/sqlite-d1.ts'
import { audit } from '../../accounts/store/people-schema.ts'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { members, projects } from '../../db/schema.ts'
import type { Env } from '../../env.ts'
import { automations } from '../store/schema.ts'
import { reports } from './schema.ts'
import { switchOff } from './switch-off.ts'

const ENV = { MAIL_FROM: 'fairlead@example.com', MAIL_URL: 'https://mail.example.com/' } as Env
const KEY = { automationId: 'aut', id: 'rpt' }
const REASON = 'Nothing arrived for a day. The receiver answered 500'

let db: Database
let mails: { to: string; subject: string; text: string }[]
let mailStatus: number

beforeEach(async () => {
	;({ db } = sqliteD1())
	mails = []
	mailStatus = 200
	vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
		mails.push(JSON.parse(String(init.body)))
		return new Response('', { status: mailStatus })
	})
	vi.spyOn(console, 'warn').mockImplementation(() => undefined)
	const times = { createdAt: 1, updatedAt: 1 }
	await db.insert(projects).values({ id: 'prj', name: 'Game', ...times })
	for (const [id, role] of [
		['ada', 'owner'],
		['bob', 'editor'],
		['eve', 'editor'],
	] as const) {
		const email = `${id}@example.com`
		await db.insert(users).values({ id, name: id, role: 'member', createdAt: 1, email })
		await db.insert(members).values({ projectId: 'prj', userId: id, role, createdAt: 1 })
	}
	await db.insert(automations).values({
		id: 'aut',
		projectId: 'prj',
		name: 'Nightly\nBcc: x',
		enabled: true,
		template: 'Hello',
		trigger: { kind: 'button' },
		mode: 'auto',
		concurrency: 'skip',
		createdBy: 'bob',
		...times,
	})
	await db.insert(reports).values({
		...KEY,
		target: { kind: 'slack' },
		destination: 'hooks.slack.com',
		secret: 'plain:secret',
		outcomes: ['failed'],
		enabled: true,
		origin: 'https://fairlead.example',
		...times,
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
})

const row = () => db.select().from(reports).get()
const entries = () => db.select().from(audit)

test('the person who made the automation is told; a second time changes nothing', async () => {
	await switchOff(ENV, db, KEY, REASON, 5)
	await switchOff(ENV, db, KEY, 'Another reason', 6)
	expect(await row()).toMatchObject({ enabled: false, off: { at: 5, reason: REASON } })
	expect(await entries()).toMatchObject([
		{ event: 'reportSwitchedOff', projectId: 'prj', subject: 'rpt', authorKind: 'system' },
	])
	expect(mails).toMatchObject([
		{
			to: 'bob@example.com',
			subject: 'Nightly Bcc: x: a report was switched off',
			text: expect.stringMatching(
				`${REASON}[^]*\n\nhttps://fairlead.example/p/prj/automations/aut\n$`,
			),
		},
	])
	expect(JSON.stringify([mails, await entries()])).not.toContain('secret')
})

test('the owners are told once the person who made the automation has left', async () => {
	await db.delete(members)
	await db.insert(members).values({ projectId: 'prj', userId: 'ada', role: 'owner', createdAt: 1 })
	await switchOff(ENV, db, KEY, REASON, 5)
	expect(mails.map(({ to }) => to)).toEqual(['ada@example.com'])
})

test('a mail that cannot be sent, or no mail at all, does not keep the report on', async () => {
	mailStatus = 503
	await switchOff(ENV, db, KEY, REASON, 5)
	expect(await row()).toMatchObject({ enabled: false })
	await db.update(reports).set({ enabled: true, off: null })
	await switchOff({} as Env, db, KEY, REASON, 6)
	expect(await row()).toMatchObject({ enabled: false, off: { at: 6 } })
	expect(await entries()).toHaveLength(2)
})

test('a person who has switched it off is not told that Fairlead did', async () => {
	await db.update(reports).set({ enabled: false })
	await switchOff(ENV, db, KEY, REASON, 5)
	expect(await row()).toMatchObject({ off: null })
	expect([mails, await entries()]).toEqual([[], []])
})
