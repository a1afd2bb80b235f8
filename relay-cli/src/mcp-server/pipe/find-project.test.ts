/** Which project an MCP client gets by the folder in which it starts its server. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pipeOptions } from '../../commands/mcp/main.ts'
import { findProject } from './find-project.ts'

let folder: string
let home: string
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-find-')))
	home = join(folder, 'home')
	mkdirSync(home)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function made(...parts: readonly string[]): string {
	const path = join(folder, ...parts)
	mkdirSync(path, { recursive: true })
	return path
}
const link = (path: string): void =>
	writeFileSync(join(home, 'links.json'), JSON.stringify({ [path]: { server: 'http://x' } }))

test('a Unity project is known by its two folders, as for "link": ProjectVersion.txt need not be there', () => {
	const scripts = made('Maze', 'Assets', 'Scripts')
	expect(findProject(scripts, home)).toBeNull()
	made('Maze', 'ProjectSettings')
	expect(findProject(scripts, home)).toBe(join(folder, 'Maze'))
	expect(findProject(join(folder, 'Maze'), home)).toBe(join(folder, 'Maze'))
	expect(pipeOptions({ project: join(folder, 'Maze') }, folder).folder).toBe(join(folder, 'Maze'))
})

test('a linked folder without Unity is the project of what is in it', () => {
	const inside = made('site', 'src')
	made('sites')
	link(join(folder, 'site'))
	expect(findProject(inside, home)).toBe(join(folder, 'site'))
	expect(findProject(join(folder, 'sites'), home)).toBeNull()
	// The nearer of two.
	made('site', 'game', 'Assets')
	made('site', 'game', 'ProjectSettings')
	expect(findProject(join(folder, 'site', 'game', 'Assets'), home)).toBe(
		join(folder, 'site', 'game'),
	)
})

test('a damaged list of links links nothing', () => {
	const inside = made('site')
	for (const text of ['nonsense', 'null', '[]', '3']) {
		writeFileSync(join(home, 'links.json'), text)
		expect(findProject(inside, home)).toBeNull()
	}
})

test('--project says why a folder is none', () => {
	const plain = made('plain')
	expect(() => pipeOptions({ project: plain }, folder)).toThrow(
		'neither it nor a folder above it has Assets and ProjectSettings, or is linked',
	)
	expect(() => pipeOptions({ project: join(folder, 'gone') }, folder)).toThrow('does not exist')
})
