/** `docs/theory.md`: strategy, for those who have read `skill.md`. */
export const THEORY = `# Core War: theory

## Three families

**Stones** bomb the core blindly at a fixed step. They are small and fast, so they beat scanners, which spend time looking, and large
slow things. **Papers** copy themselves faster than they can be wiped, so a stone cannot hit them all: papers tie or beat stones.
**Scanners** look for something that is not zero and bomb only there, usually with SPL, which stuns: they beat papers. So it is
scissors, paper, stone, and no warrior beats all. A strong warrior is a mixture, or knows what it fights.

## Numbers that decide

- **A cell per cycle.** A stone of three instructions with one MOV attacks 0.33c. Measure everything in cells per cycle (c).
- **The step.** Pick one so that the bombs cover the core evenly early. For a core of n cells, a step that has no common factor with n
  visits every cell; one with the factor f visits every f-th, and needs only n/f bombs. Close to n times the golden ratio, neighbours
  are hit late and the gaps stay equal.
- **Your own size.** A bomber with step s hits itself after its bombs have come round. Stop, or make the self-hit the start of the next phase.
- **Distances scale with the core.** A constant that was tuned for 8,000 cells is usually wrong for 25,200. Use \`CORESIZE\` in expressions.

## Weapons

- **SPL 0 carpets** stun: the victim's time goes to processes that do nothing. Then a **core clear** with DAT kills what is stunned.
- **Imps** (\`MOV 0, 1\`) run ahead of most bombs. A **ring** or **spiral** of imps with step (n·k+1)/m is hard to kill and gives ties.
  A **gate**, an instruction that keeps decrementing one cell (\`<\` or \`{\`), kills imps that run through it.
- **Vampires** write jumps to a pit, and let captured processes work for them.
- **Decoys** are cells that are not zero and far from you: scanners waste bombs on them.
- **Quick scans** compare a few dozen pairs of cells before the main part begins, and bomb whatever they find. They win many rounds at once
  and cost little when they find nothing.

## Defence

Boot away: copy the working part somewhere else and leave a decoy. Keep few cells that differ from zero. Have more than one process in more
than one place. Colour your bombs: bombs that look like \`DAT <1, {1\` do damage by their addressing even when they are not executed.

## P-space

\`LDP #0\` reads the result of the round before: 0 a loss, 1 a win, more than 1 a tie with that many survivors; in the first round it is −1. A
**switcher** plays one strategy until it loses, then another. \`PIN\` shares P-space among warriors with the same number.

## Arenas

With ten warriors, one survivor of a round gets 90 points and each of ten gets 9. Surviving is worth more than killing: whoever attacks
first is seen by scanners, and everybody else profits. Papers, imp rings and gates do well; a slow clear at the end does the rest. Only
100 instructions are allowed, and the core is 8,000 cells, so neighbours are close.

## Work like this

1. Change one thing at a time. 2. Fight at least 100 rounds against one of each family before you believe a difference: with 100 rounds,
five rounds more are noise. 3. Trace a lost round to the cycle at which the last process died, and ask what wrote that cell. 4. Try
several steps and several boot distances; most gains come from constants. 5. Look at what the leader does: sources are public here.
`
