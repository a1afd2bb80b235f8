/** Fairlead's own tokens and keys in a linked folder, such as one with a clone in it: no tool reads or changes them. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codeOf, place, put, run, useFolder } from './test-kit.ts'

useFolder()

const TOKEN = 'own-token-0123456789'
/** Below folders with any name, as `npm start -- --state` and FAIRLEAD_HOME make them. */
const OWN = [
	'fairlead/.fairlead/setup-token',
	'fairlead/.fairlead/secrets-key',
	'fairlead/.fairlead/home/relay.json',
	'fairlead/.fairlead/home/links.json',
	'fairlead/.fairlead/home/logs/relay.log',
	'fairlead/.fairlead/state/v3/d1.sqlite.txt',
	'tools/stack/setup-token',
	'tools/stack/state/rows.txt',
	'tools/relay/relay.json',
	'tools/relay/relay.db',
	'tools/relay/trash/notes.txt',
	'tools/paired/links.json',
	'.fairlead/logins.json',
	'.fairlead/more.txt',
]
const putAll = (): void => {
	for (const path of OWN) put(path, `{"a":{"token":"flr_${TOKEN}"}}\n`)
}

it.each(OWN)('%s is neither read nor changed', async (path) => {
	putAll()
	const folder = path.slice(0, path.lastIndexOf('/'))
	symlinkSync(join(place.project, folder), join(place.project, 'link'))
	const name = path.slice(folder.length + 1)
	const codes = [
		await run('read_file', { path }),
		await run('read_file', { path: `link/${name}` }),
		await run('search_files', { regex: TOKEN, path }),
		await run('search_files', { regex: TOKEN, path: folder }),
		await run('list_directory', { path: folder }),
		await run('copy_file', { from: path, to: 'copy.txt' }),
		await run('copy_file', { from: folder, to: 'copy' }),
		await run('move_file', { from: path, to: 'moved.txt' }),
		await run('move_file', { from: folder, to: 'moved' }),
		await run('write_file', { path, content: 'x' }),
		await run('edit_file', { path, edits: [{ find: 'token', replace: 'x' }], dry_run: true }),
		await run('append_to_file', { path: `${folder}/new.txt`, content: 'x' }),
		await run('delete_file', { path }),
	].map(codeOf)
	expect(codes).toEqual(codes.map(() => 'denied'))
})

it('a search, a listing and a copy of what is above them leave them out, and nothing takes them along', async () => {
	putAll()
	put('fairlead/README.md', TOKEN)
	const found = await run('search_files', { regex: TOKEN })
	expect(found).toMatchObject({ result: { matches: [{ path: 'fairlead/README.md' }] } })
	const listed = JSON.stringify(await run('list_directory', { path: '.', depth: 5 }))
	for (const name of ['setup-token', 'relay.json', 'd1.sqlite', 'more.txt'])
		expect(listed).not.toContain(name)
	expect(await run('copy_file', { from: 'fairlead', to: 'copy' })).toMatchObject({
		result: { files: 1, skipped: 1 },
	})
	expect(codeOf(await run('move_file', { from: 'tools', to: 'moved' }))).toBe('denied')
})

it('a linked folder that is one of them, or lies in one, is closed; the demo project in it is open', async () => {
	const { project } = place
	const state = join(project, '.fairlead')
	putAll()
	writeFileSync(join(state, 'setup-token'), TOKEN)
	for (const name of ['home', 'state', 'demo-project'])
		mkdirSync(join(state, name), { recursive: true })
	rmSync(join(state, 'logins.json'))
	const demo = join(state, 'demo-project')
	for (const folder of [state, join(state, 'home'), join(state, 'state'), demo]) {
		writeFileSync(join(folder, 'notes.txt'), 'x')
		place.project = folder
		expect(codeOf(await run('read_file', { path: 'notes.txt' }))).toBe(
			folder === demo ? 'ok' : 'denied',
		)
	}
})

it('folders that only look alike stay open', async () => {
	put('.fairlead/skills/doors/SKILL.md', 'Doors')
	put('site/links.json', '{"home":"/"}')
	put('site/home/index.html', 'Home')
	put('bin/setup-token', 'echo')
	for (const path of [
		'.fairlead/skills/doors/SKILL.md',
		'site/links.json',
		'site/home/index.html',
		'bin/setup-token',
	])
		expect(codeOf(await run('read_file', { path }))).toBe('ok')
})
