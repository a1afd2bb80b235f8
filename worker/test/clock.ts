/** The clock that a test and the objects beside it share: they run in one isolate. */
import { runDurableObjectAlarm } from 'cloudflare:test'
import { expect, onTestFinished, vi } from 'vitest'

export const HOUR_MS = 3_600_000

/** From now on, until the test ends, it is this time (milliseconds since 1970), and stays so. */
export function clockAt(ms: number): void {
	const clock = vi.spyOn(Date, 'now').mockReturnValue(ms)
	onTestFinished(() => void clock.mockRestore())
}

/** Sets the clock to this time and rings the object's own alarm; nothing else asks anything of the object. */
export async function ringAt(object: DurableObjectStub, ms: number): Promise<void> {
	clockAt(ms)
	expect(await runDurableObjectAlarm(object), 'the object has an alarm').toBe(true)
}
