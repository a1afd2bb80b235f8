/** The engine beside the page, which it never holds up. */
import { EngineDesk } from './desk.ts'
import type { Ask } from './messages.ts'

const desk = new EngineDesk((answer) => postMessage(answer))
addEventListener('message', ({ data }: MessageEvent<Ask>) => desk.take(data))
