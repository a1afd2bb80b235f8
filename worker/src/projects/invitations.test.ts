import { expect, test } from 'vitest'
import { volume } from '../../../test/volume.ts'
import { sqliteD1 } from '../../test/storage/sqlite-d1.ts'
import { mintSecret } from '../platform/secrets.ts'
import { createInvitation, openInvitation } from './invitations.ts'

/** Ten thousand tries, each with three statements of SQLite, on a busy machine. */
const PATIENCE_MS = 180_000

test('10,000 random tokens open nothing, from one address and from many', {
	timeout: PATIENCE_MS,
}, async () => {
	const { db, sqlite } = sqliteD1()
	sqlite.exec(`
		INSERT INTO users (id, name, role, created_at) VALUES ('usr_1', 'Ada', 'owner', 1);
		INSERT INTO projects (id, name, created_at, updated_at) VALUES ('prj_1', 'Racer', 1, 1);
		INSERT INTO members (project_id, user_id, role, created_at) VALUES ('prj_1', 'usr_1', 'owner', 1);
	`)
	const wanted = { role: 'viewer', expiresInHours: 1, maxUses: 1 } as const
	const ada = { userId: 'usr_1', name: 'Ada' }
	const made = await createInvitation(db, 'prj_1', wanted, ada, 1)
	const guesses = volume(10_000)
	const answers = { unknown: 0, too_many_tries: 0, opened: 0 }
	for (let i = 0; i < guesses; i++) {
		const client = i % 2 === 0 ? '203.0.113.9' : `2001:db8::${(i >> 1) % 500}`
		const found = await openInvitation(db, mintSecret(), client, 1 + i)
		answers[typeof found === 'string' ? found : 'opened']++
	}
	// Half of them come from one address, which may try thirty; the others from five hundred, which may try ten each.
	expect(answers).toEqual({
		unknown: guesses / 2 + 30,
		too_many_tries: guesses / 2 - 30,
		opened: 0,
	})
	const right = await openInvitation(db, made?.token ?? '', '203.0.113.9', 20_000)
	expect(right).toMatchObject({ projectName: 'Racer', role: 'viewer', invitedBy: 'Ada' })
})
