/** Colours of the page for a canvas that knows only red, green and blue. */
const canvas = document.createElement('canvas')
canvas.width = canvas.height = 1
const pen = canvas.getContext('2d', { willReadFrequently: true })

/**
 * @param token a custom property of the page, e.g. `--accent`
 * @returns `rgb(…)`, whatever the token's own colour space
 */
export function cssColor(token: string): string {
	const value = getComputedStyle(document.documentElement).getPropertyValue(token).trim()
	if (!pen) return value
	pen.clearRect(0, 0, 1, 1)
	pen.fillStyle = value
	pen.fillRect(0, 0, 1, 1)
	const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
	return `rgb(${red}, ${green}, ${blue})`
}
