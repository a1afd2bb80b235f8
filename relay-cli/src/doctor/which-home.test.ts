/** Beside a running `npm start`, doctor finds no problems that are none. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { homeInUse } from '../commands/running/home-in-use.ts'
import { ensureHome, writePrivateFile, writeRelayFile } from '../home/home.ts'
import { whichHome } from './which-home.ts'

let dir: string
let own: string
let start: string
beforeEach(async () => {
	dir = await mkdtemp(join(tmpdir(), 'fairlead-homes-'))
	own = join(dir, 'own')
	start = join(dir, 'clone', '.fairlead', 'home')
})
afterEach(() => {
	vi.unstubAllEnvs()
	return rm(dir, { recursive: true, force: true })
})

/** This process stands for the relay: it runs. */
const relayIn = (home: string): Promise<void> =>
	writeRelayFile({ port: 1, token: 't'.repeat(43), pid: process.pid }, home)
const which = (isChosen = false) => whichHome({ own, isChosen, clone: join(dir, 'clone') })

it('the home folder is that of npm start while it runs and nothing else is set up', async () => {
	await relayIn(start)
	expect(await which()).toEqual({ home: start, ofStart: true })
})

it('the home folder is the user’s own without npm start, with a relay of their own, and when they say so', async () => {
	expect(await which()).toEqual({ home: own, ofStart: false })
	await relayIn(start)
	expect(await which(true)).toEqual({ home: own, ofStart: false })
	await relayIn(own)
	expect(await which()).toEqual({ home: own, ofStart: false })
})

it('the home folder is the user’s own if it was set up: a relay that does not run there is a problem', async () => {
	await relayIn(start)
	await ensureHome(own)
	await writePrivateFile(join(own, 'links.json'), '{ damaged')
	expect(await which()).toEqual({ home: own, ofStart: false })
})

it('the home folder is looked for by the commands too, which say so', async () => {
	const said: string[] = []
	vi.stubEnv('HOME', dir).stubEnv('USERPROFILE', dir).stubEnv('FAIRLEAD_HOME', undefined)
	const asked = () => homeInUse(join(dir, 'clone'), (line) => said.push(line))
	expect(await asked()).toMatchObject({ ofStart: false })
	expect(said).toEqual([])
	await relayIn(start)
	expect(await asked()).toEqual({ home: start, ofStart: true })
	expect(said).toEqual(['"npm start" runs here with a relay of its own, which is asked.\n'])
})
