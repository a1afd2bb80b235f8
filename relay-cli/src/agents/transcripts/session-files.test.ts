import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { claudeFolder, hashesBelow, hashOf, pathBelow } from './claude-folder.ts'
import { sessionFiles, subAgentFiles, subAgentName } from './session-files.ts'

const cleanups = new Cleanups()
afterEach(() => cleanups.run())

it('a folder has the name that Claude Code gives it', () => {
	expect(hashOf('/home/ada/Games/My_Maze.2')).toBe('-home-ada-Games-My-Maze-2')
	expect(hashOf('C:\\Users\\Ada\\Maze')).toBe('C--Users-Ada-Maze')
	expect(claudeFolder({ env: () => '/etc/claude', home: '/h' })).toMatch(/etc.claude$/)
	expect(claudeFolder({ env: () => undefined, home: '/h' })).toBe(join('/h', '.claude'))
})

it('sessions below a folder are looked for, and those of a neighbour are not', () => {
	const names = ['-w-Maze', '-w-Maze-Assets', '-w-Mazes', '-w', '-W-Maze-x']
	expect(hashesBelow('/w/Maze', names)).toEqual(['-w-Maze', '-w-Maze-Assets'])
	// The letter of a drive, which is written in both cases.
	expect(hashesBelow('c:\\w', ['C--w', 'C--w-x', 'C--ws'])).toEqual(['C--w', 'C--w-x'])
})

it('a path with the same hash as one below the folder is outside it', () => {
	expect(pathBelow('/w/Maze', '/w/Maze', 'linux')).toBe('')
	expect(pathBelow('/w/Maze', '/w/Maze/Assets/a', 'linux')).toBe('Assets/a')
	expect(pathBelow('/w/Maze', '/w/Maze-Assets', 'linux')).toBeNull()
	expect(pathBelow('/w/Maze', '/w', 'linux')).toBeNull()
	expect(pathBelow('C:\\w', 'c:\\W\\sub\\x', 'win32')).toBe('sub/x')
})

it('sessions are found by the names of their files, and their sub-agents beside them', async () => {
	const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	const subs = join(folder, 's1', 'subagents')
	mkdirSync(join(subs, 'workflows', 'wf_1'), { recursive: true })
	const files = ['s1.jsonl', 's2.jsonl', 'agent-old.jsonl', 'no id.jsonl', 'notes.txt', 'old.jsonl']
	for (const name of files) writeFileSync(join(folder, name), '{}\n')
	utimesSync(join(folder, 'old.jsonl'), 1, 1)
	for (const name of [
		'agent-a1.jsonl',
		'workflows/wf_1/agent-b2.jsonl',
		'workflows/wf_1/journal.jsonl',
	])
		writeFileSync(join(subs, name), '{}\n')
	writeFileSync(join(subs, 'agent-a1.meta.json'), '{"agentType":"Explore","description":"Find it"}')
	const found = await sessionFiles(folder, 1_000_000)
	expect(found.map(({ sessionId }) => sessionId).sort()).toEqual(['s1', 's2'])
	const below = await subAgentFiles(join(folder, 's1.jsonl'), 's1', 0)
	expect(below.map(({ subId }) => subId).sort()).toEqual(['a1', 'b2'])
	expect(await subAgentName(join(subs, 'agent-a1.jsonl'))).toBe('Explore: Find it')
	expect(await subAgentName(join(subs, 'workflows/wf_1/agent-b2.jsonl'))).toBeNull()
	expect(await sessionFiles(join(folder, 'missing'), 0)).toEqual([])
})
