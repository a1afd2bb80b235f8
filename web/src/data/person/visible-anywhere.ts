/** Whether the person has Fairlead before them, in this tab or another one of this browser. */
const CHANNEL = 'fairlead.visible'
/** Longer than another tab takes to answer, shorter than anybody notices. */
const WAIT_MS = 250

export class VisibleAnywhere {
	readonly #channel = new BroadcastChannel(CHANNEL)
	#heard: (() => void) | null = null

	constructor() {
		this.#channel.onmessage = ({ data }) => {
			if (data === 'here') this.#heard?.()
			else if (!document.hidden) this.#channel.postMessage('here')
		}
	}

	async ask(): Promise<boolean> {
		if (!document.hidden) return true
		return new Promise((resolve) => {
			const timer = setTimeout(() => resolve(false), WAIT_MS)
			this.#heard = () => {
				clearTimeout(timer)
				resolve(true)
			}
			this.#channel.postMessage('anyone')
		})
	}

	close(): void {
		this.#channel.close()
	}
}
