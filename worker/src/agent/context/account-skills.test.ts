import type { ProjectContext } from '@fairlead/protocol/projects/project-context'
import { expect, it } from 'vitest'
import { callsTools, executing, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import type { ChatRequest } from '../model/types.ts'

const LOAD = { id: 'c1', name: 'load_skill', input: { name: 'doors' } }
const DOORS = { doors: 'Doors are 2.2 m high.' }
const project = (...names: readonly string[]): ProjectContext => ({
	notes: [],
	problems: [],
	editor: { project: 'Demo', phase: 'ready' },
	skills: names.map((name) => ({ name, description: 'Of the project.' })),
})

function kitThatLoads() {
	const requests: ChatRequest[] = []
	const provider = scripted([callsTools([LOAD]), says('done')], requests)
	const room = executing(() => ({ status: 'ok', result: { of: 'the project' } }))
	const kit = new MachineKit({ provider, room })
	kit.skills = DOORS
	const run = async () => {
		kit.post('make a door')
		await kit.settleDown()
		return requests.map((request) => JSON.stringify(request.messages))
	}
	return { kit, requests, run }
}

it("an account's skill is offered and loaded without a relay", async () => {
	const { kit, requests, run } = kitThatLoads()
	const [first, second] = await run()
	expect(first).toContain('- doors: About doors.')
	expect(requests[0]?.tools.some(({ name }) => name === 'load_skill')).toBe(true)
	expect(second).toContain('Doors are 2.2 m high.')
	expect(kit.executions).toEqual([])
})

it("a project's skill of the same name is the one that is loaded, and the person is told so", async () => {
	const { kit, run } = kitThatLoads()
	kit.projectContext = () => project('doors')
	const [first, second] = await run()
	expect(first).toContain('- doors: Of the project.')
	expect(first).not.toContain('About doors.')
	expect(first).toContain('The project has its own of: doors')
	expect(second).toContain('the project')
	expect(second).not.toContain('2.2 m')
	const notices = kit.answer()?.parts.filter(({ type }) => type === 'data-notice')
	expect(notices).toMatchObject([
		{ data: { level: 'info', text: expect.stringMatching(/: doors$/) } },
	])
})

it('a project whose relay is away keeps its skill', async () => {
	const { kit, requests, run } = kitThatLoads()
	kit.projectContext = () => project('doors')
	await run()
	kit.projectContext = () => null
	kit.post('one more', 'm2')
	await kit.settleDown()
	expect(JSON.stringify(requests.at(-1)?.messages)).not.toContain('About doors.')
})

it('a run of somebody without skills is told that those told before are no longer offered, and loads none', async () => {
	const { kit, requests, run } = kitThatLoads()
	await run()
	kit.skills = {}
	kit.post('one more', 'm2')
	await kit.settleDown()
	const said = JSON.stringify(requests.at(-1)?.messages.at(-1))
	expect(said).toContain('The person who began this run offers no skills.')
})

it('a skill that cannot be read is an error of the call, and the run goes on', async () => {
	const { kit, run } = kitThatLoads()
	const list = async () => [{ name: 'doors', description: 'About doors.' }]
	kit.skillsPort = { list, load: () => Promise.reject(new Error('D1 is down')) }
	const [, second] = await run()
	expect(second).toContain('could not be read')
	expect(kit.store.latestRun()?.state).toBe('completed')
})

it('a run continues without skills when the database does not answer', async () => {
	const { kit, run } = kitThatLoads()
	kit.skillsPort = { list: () => Promise.reject(new Error('D1 is down')), load: async () => null }
	const [first] = await run()
	expect(first).not.toContain('load_skill')
	expect(kit.logs).toContainEqual(expect.objectContaining({ event: 'account_skills_unknown' }))
})
