/** The parts of gifenc (mattdesl/gifenc, 1.0) that are used here; the package has no types. */
declare module 'gifenc' {
	type Palette = number[][]

	interface FrameOptions {
		/** Given with the first frame; it holds for all. */
		palette?: Palette
		/** Milliseconds. */
		delay: number
		transparent?: boolean
		transparentIndex?: number
		/** 1: the next frame is drawn over this one. */
		dispose?: number
	}

	const gifenc: {
		/** @param rgba four bytes a pixel */
		quantize(rgba: Uint8Array, maxColors: number): Palette
		/** @returns an index for each pixel */
		applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array
		GIFEncoder(): {
			writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void
			finish(): void
			bytes(): Uint8Array
		}
	}
	export default gifenc
}
