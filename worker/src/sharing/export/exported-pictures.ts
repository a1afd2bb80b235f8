/** The pictures in an exported file. Pure. */

export interface ExportedPictures {
	/** Pictures as `data:` URIs by their address in the messages; each once. */
	readonly pictures: ReadonlyMap<string, string>
	/** Pictures of the conversation that the file does not have. */
	readonly leftOut: number
}

/** "with pictures", for people. */
export function picturesNote({ pictures, leftOut }: ExportedPictures): string {
	if (leftOut === 0) return pictures.size === 0 ? '' : 'With its pictures.'
	return `Pictures in this file: ${pictures.size}. Left out because they are gone or did not fit: ${leftOut}.`
}
