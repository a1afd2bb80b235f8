#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using UnityEngine;
using UnityEngine.UIElements;

namespace Fairlead.Editor.Windows
{
    /// <summary>Recent calls, by step; each step can be reverted.</summary>
    internal sealed class RecentList
    {
        private const float Gap = 4;

        private readonly ScrollView steps = new ScrollView();
        private readonly Action<UndoGroup> undo;
        private RecentCalls? shownCalls;
        private int shownVersion = -1;

        /// <summary><paramref name="undo"/> takes a step back.</summary>
        internal RecentList(Action<UndoGroup> undo)
        {
            this.undo = undo;
            steps.style.flexGrow = 1;
            steps.style.marginTop = Gap;
        }

        internal VisualElement Root => steps;

        /// <summary>Draws again only when something has changed.</summary>
        internal void Show(RecentCalls? calls)
        {
            if (ReferenceEquals(calls, shownCalls) && calls?.Version == shownVersion) return;
            shownCalls = calls;
            shownVersion = calls?.Version ?? -1;
            steps.Clear();
            foreach (var step in Steps(calls?.Latest ?? Array.Empty<RecentCall>())) steps.Add(Element(step));
            if (steps.childCount == 0) steps.Add(new Label("Nothing has run yet."));
        }

        /// <summary>Calls of one step together; a call without a step is alone.</summary>
        internal static IReadOnlyList<IReadOnlyList<RecentCall>> Steps(IReadOnlyList<RecentCall> calls)
        {
            var steps = new List<IReadOnlyList<RecentCall>>();
            var byGroup = new Dictionary<string, List<RecentCall>>();
            foreach (var call in calls)
            {
                if (call.UndoGroup != null && byGroup.TryGetValue(call.UndoGroup.Id, out var known))
                {
                    known.Add(call);
                    continue;
                }
                var step = new List<RecentCall> { call };
                if (call.UndoGroup != null) byGroup[call.UndoGroup.Id] = step;
                steps.Add(step);
            }
            return steps;
        }

        private VisualElement Element(IReadOnlyList<RecentCall> step)
        {
            var element = new VisualElement();
            element.style.marginBottom = Gap;
            var group = step[0].UndoGroup;
            if (group != null && step.Any(call => call.MayChange && call.IsDone && call.Error == null))
            {
                var head = new VisualElement();
                head.style.flexDirection = FlexDirection.Row;
                head.style.justifyContent = Justify.SpaceBetween;
                var name = new Label(group.Name);
                name.style.unityFontStyleAndWeight = FontStyle.Bold;
                head.Add(name);
                head.Add(new Button(() => undo(group)) { text = "Undo", tooltip = "Reverts what this step changed in the scene." });
                element.Add(head);
            }
            foreach (var call in step)
            {
                var line = new Label(WindowText.Call(call));
                line.style.whiteSpace = WhiteSpace.Normal;
                element.Add(line);
            }
            return element;
        }
    }
}
