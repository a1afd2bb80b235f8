import { expect, test, vi } from 'vitest'
import { ListeningWatch, sayListening } from './listening.ts'

test('a process listens once it has said so; one that is started after it has to say it again', () => {
	const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
	sayListening()
	const said = String(log.mock.calls[0]?.[0])
	log.mockRestore()
	const watch = new ListeningWatch()
	expect(watch.listens(7)).toBe(false)
	watch.output('bundled\n', 7)
	expect(watch.listens(7)).toBe(false)
	watch.output(`${said}\n`, 7)
	expect(watch.listens(7)).toBe(true)
	expect(watch.listens(8)).toBe(false)
	expect(watch.listens(undefined)).toBe(false)
})
