/** A dry run and a stale hash change nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { permissionsOf, worstRisk } from '@fairlead/protocol/tools'
import { NO_FILE } from '@fairlead/protocol/tools/files/no-file'
import { expect, it } from 'vitest'
import { codeOf, onDisk, place, put, run, useFolder } from '../test-kit.ts'
import { sha256Of } from './text-file.ts'

useFolder()

const EDIT = { path: 'Assets/a.cs', edits: [{ find: 'one', replace: 'two' }] }
const WRITE = { path: 'Assets/New/a.cs', content: 'new\n' }

it('a dry run shows the diff and changes nothing', async () => {
	put('Assets/a.cs', 'one\n')
	expect(await run('edit_file', { ...EDIT, dry_run: true })).toMatchObject({
		result: { dryRun: true, replacements: 1, diff: '@@ -1,1 +1,1 @@\n-one\n+two\n' },
	})
	expect(onDisk('Assets/a.cs')).toBe('one\n')
	expect(await run('write_file', { ...WRITE, dry_run: true })).toMatchObject({
		result: { dryRun: true, created: true, sha256: sha256Of('new\n') },
	})
	expect(existsSync(join(place.project, 'Assets/New'))).toBe(false)
})

it('nobody is asked about a dry run, unless it shows a file with secrets', () => {
	const risk = (name: string, args: object) => worstRisk(permissionsOf(name, { ...args }))
	expect(risk('edit_file', { ...EDIT, dry_run: true })).toBe('read')
	expect(risk('write_file', { ...WRITE, dry_run: true, path: 'Assets/Editor/a.cs' })).toBe('read')
	expect(risk('edit_file', EDIT)).toBe('write')
	expect(risk('edit_file', { ...EDIT, dry_run: true, path: '.env' })).toBe('execute')
})

it('an edit of a file that changed since it was read is refused, and says to read it again', async () => {
	put('Assets/a.cs', 'one\n')
	const edit = { ...EDIT, expected_sha256: sha256Of('one\n') }
	put('Assets/a.cs', 'one\nand more\n')
	expect(await run('edit_file', edit)).toMatchObject({
		error: { code: 'stale_file', hint: 'Read the file again.' },
	})
	expect(codeOf(await run('edit_file', { ...edit, dry_run: true }))).toBe('stale_file')
	expect(onDisk('Assets/a.cs')).toBe('one\nand more\n')
	put('Assets/a.cs', 'one\n')
	expect(codeOf(await run('edit_file', edit))).toBe('ok')
})

it('a file that was made since a person saw that there is none is not replaced', async () => {
	const write = { ...WRITE, expected_sha256: NO_FILE }
	put(WRITE.path, 'theirs\n')
	expect(await run('write_file', write)).toMatchObject({
		error: {
			code: 'stale_file',
			message: 'Assets/New/a.cs exists by now. Nothing was written.',
			hint: 'Read it, then pass its sha256 as expected_sha256, or leave that out. Zeros stand for no file.',
		},
	})
	const gone = { ...write, path: 'Assets/New/gone.cs', expected_sha256: sha256Of('') }
	expect(await run('write_file', gone)).toMatchObject({
		error: { code: 'stale_file', hint: 'To make it again, leave expected_sha256 out.' },
	})
	expect(onDisk(WRITE.path)).toBe('theirs\n')
	expect(codeOf(await run('write_file', { ...write, path: 'Assets/New/b.cs' }))).toBe('ok')
})

it('an edit that matches nothing shows the nearest text', async () => {
	put('Assets/a.cs', 'int a = 1;\nfloat rotationSpeed = 90f;\nint b = 2;\n')
	const missed = { ...EDIT, edits: [{ find: 'float rotateSpeed = 45f;', replace: 'x' }] }
	expect(await run('edit_file', missed)).toMatchObject({
		error: {
			code: 'no_match',
			hint: expect.stringContaining('Line 2 looks similar: “float rotationSpeed = 90f;”'),
			data: { similar: [{ line: 2, text: 'float rotationSpeed = 90f;' }] },
		},
	})
	const other = { ...EDIT, edits: [{ find: 'Debug.Log("x")', replace: 'y' }] }
	expect(await run('edit_file', other)).toMatchObject({ error: { data: { similar: [] } } })
})
