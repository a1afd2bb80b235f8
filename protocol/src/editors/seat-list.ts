/** The seats of a project. A JSON body of `/api`. */
import * as z from 'zod/mini'
import { EditorKey, EditorSeat } from './editors.ts'

/** Every seat that a room knows, including those whose relay is away. */
export const SeatList = z.object({
	seats: z.array(
		z.object({
			/** The last reported phase; `gone` if the relay is away. */
			seat: EditorSeat,
			/** Whether its relay is connected now. */
			connected: z.boolean(),
		}),
	),
	target: z.nullable(EditorKey),
})

export type SeatList = z.infer<typeof SeatList>
