/** The elements of the page (`src/mcp/app/page.ts`), and what may stand in them. */

export const at = (id: string): HTMLElement => {
	const element = document.getElementById(id)
	if (element === null) throw new Error(`The page has no ${id}.`)
	return element
}

/** Other people's words: invisible characters are seen. */
export const plain = (text: unknown): string => String(text).replace(/[^\P{C}\n\t]/gu, '\uFFFD')

/** Hidden without a text. */
export function write(id: string, text: string): void {
	const element = at(id)
	element.textContent = text
	element.hidden = text === ''
}

export const say = (text: unknown): void => write('note', plain(text))

const PICTURES: readonly unknown[] = ['image/png', 'image/jpeg', 'image/webp']

/** Ignores what is not a picture in base64. */
export function drawPicture(mimeType: unknown, data: unknown, caption: string): void {
	if (!PICTURES.includes(mimeType) || !/^[A-Za-z0-9+/=]+$/.test(String(data ?? ''))) return
	const picture = at('picture') as HTMLImageElement
	picture.src = `data:${mimeType};base64,${data}`
	picture.alt = caption
	at('caption').textContent = `${caption}, ${new Date().toLocaleTimeString()}`
	at('shown').hidden = false
	at('note').hidden = true
}
