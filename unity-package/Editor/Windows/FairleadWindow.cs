#nullable enable
using System;
using System.IO;
using Fairlead.Core;
using Fairlead.Editor.Bootstrap;
using UnityEditor;
using UnityEngine;
using UnityEngine.UIElements;

namespace Fairlead.Editor.Windows
{
    /// <summary><i>Window → Fairlead</i>: the connection's state, recent calls, and how to stop them.</summary>
    internal sealed class FairleadWindow : EditorWindow
    {
        private const float Gap = 6;

        /// <summary>A link is made by a command in a terminal; the window may learn of it a little later.</summary>
        private const double LinkLookSeconds = 2;
        private static readonly Vector2 SmallestSize = new Vector2(280, 260);

        /// <summary>The content; null until Unity asks for it: no element may be made while a window is constructed.</summary>
        private Body? body;

        private CloudProject? cloudProject;

        /// <summary>Not kept over a reload, which even private fields of a window are: the project would be unknown for a while.</summary>
        [NonSerialized]
        private double lookedAt = double.PositiveInfinity;

        /// <summary>The last shown state; redrawn only when it differs.</summary>
        private string shown = "";

        [MenuItem("Window/Fairlead")]
        private static void Open() => GetWindow<FairleadWindow>("Fairlead");

        private static string ProjectPath => Path.GetDirectoryName(Application.dataPath) ?? Application.dataPath;

        private void CreateGUI()
        {
            titleContent = new GUIContent("Fairlead");
            minSize = SmallestSize;
            var root = rootVisualElement;
            root.Clear();
            root.style.paddingLeft = Gap;
            root.style.paddingRight = Gap;
            root.style.paddingTop = Gap;
            body = new Body(this);
            root.Add(body.State);
            root.Add(body.Advice);
            root.Add(body.Phase);
            root.Add(Row(body.Start, body.Pause));
            root.Add(body.Notice);
            root.Add(body.Project);
            root.Add(Row(body.Open));
            root.Add(body.Problems);
            root.Add(body.Recent.Root);
            root.Add(Settings());
            shown = "";
            Refresh();
        }

        /// <summary>Called by Unity ten times a second while the window is open.</summary>
        private void OnInspectorUpdate() => Refresh();

        private void Refresh()
        {
            if (body == null) return;
            var core = FairleadEditor.Bridge?.Core;
            body.Recent.Show(core?.Recent);
            var paused = FairleadEditor.IsPaused;
            var (title, how, isGood) = WindowText.Connection(core?.Link, paused);
            var doing = core == null ? "" : WindowText.Phase(core.Phases.Reported);
            var cloud = Cloud();
            var now = $"{title}|{how}|{doing}|{cloud?.Url}|{paused}";
            if (now == shown) return;
            shown = now;
            body.State.text = title;
            body.Advice.text = how;
            body.Phase.text = doing;
            body.Project.text = cloud == null
                ? "This folder is not linked to a project yet. Choose Connect Unity on the project's page and run the commands shown there."
                : $"Cloud project: {cloud.Url}";
            body.Pause.text = paused ? "Resume remote control" : "Pause remote control";
            body.Open.SetEnabled(cloud != null);
            body.Start.style.display = isGood || paused ? DisplayStyle.None : DisplayStyle.Flex;
            ShowProblems(body.Problems);
        }

        /// <summary>The linked project, from a file that is not to be read ten times a second.</summary>
        private CloudProject? Cloud()
        {
            var now = EditorApplication.timeSinceStartup;
            if (now >= lookedAt && now - lookedAt < LinkLookSeconds) return cloudProject;
            lookedAt = now;
            return cloudProject = CloudProject.Find(RelayHome.Folder(), ProjectPath);
        }

        private static void ShowProblems(VisualElement problems)
        {
            problems.Clear();
            var tools = FairleadEditor.Bridge?.ProjectTools;
            if (tools == null) return;
            foreach (var problem in tools.Problems) problems.Add(new HelpBox(problem, HelpBoxMessageType.Warning));
            if (tools.Tools.Count > 0) problems.Add(new Label($"Tools of this project: {tools.Tools.Count}"));
        }

        private VisualElement Settings()
        {
            var settings = new Foldout { text = "Settings" };
            settings.SetValueWithoutNotify(false);
            var command = new TextField("Relay command")
            {
                isDelayed = true,
                tooltip = "The command that starts the relay, run in a terminal in the project's folder.",
            };
            command.SetValueWithoutNotify(FairleadSettings.RelayCommand);
            command.RegisterValueChangedCallback(change =>
            {
                FairleadSettings.RelayCommand = change.newValue;
                command.SetValueWithoutNotify(FairleadSettings.RelayCommand);
            });
            settings.Add(command);
            settings.Add(new Label($"Package {PackageVersion.Current}, home folder {RelayHome.Folder()}"));
            return settings;
        }

        private void PauseOrResume()
        {
            if (FairleadEditor.IsPaused) FairleadEditor.Resume();
            else FairleadEditor.Pause();
            Refresh();
        }

        private void StartRelay()
        {
            var command = FairleadSettings.RelayCommand;
            Say(command.Length == 0
                ? ClonedRelay.Advice
                : RelayTerminal.Open(command, ProjectPath) ?? "The relay starts in a terminal. Closing that terminal stops it.");
        }

        private static void OpenProject()
        {
            var cloud = CloudProject.Find(RelayHome.Folder(), ProjectPath);
            if (cloud != null) Application.OpenURL(cloud.Url);
        }

        private void UndoStep(UndoGroup group) =>
            Say(FairleadEditor.Bridge?.Core.RevertStep(group) ?? $"Undone: {group.Name}");

        private void Say(string text)
        {
            if (body != null) body.Notice.text = text;
        }

        private static VisualElement Row(params VisualElement[] elements)
        {
            var row = new VisualElement();
            row.style.flexDirection = FlexDirection.Row;
            row.style.flexWrap = Wrap.Wrap;
            row.style.marginTop = Gap;
            foreach (var element in elements) row.Add(element);
            return row;
        }

        /// <summary>The window's content, created when Unity asks for it.</summary>
        private sealed class Body
        {
            internal Body(FairleadWindow window)
            {
                State.style.fontSize = 16;
                State.style.unityFontStyleAndWeight = FontStyle.Bold;
                foreach (var label in new[] { Advice, Phase, Project, Notice }) label.style.whiteSpace = WhiteSpace.Normal;
                Pause = new Button(window.PauseOrResume);
                Open = new Button(OpenProject) { text = "Open project page" };
                Start = new Button(window.StartRelay) { text = "Start relay" };
                Recent = new RecentList(window.UndoStep);
            }

            internal Label State { get; } = new Label();

            internal Label Advice { get; } = new Label();

            internal Label Phase { get; } = new Label();

            internal Label Project { get; } = new Label();

            internal Label Notice { get; } = new Label();

            internal VisualElement Problems { get; } = new VisualElement();

            internal Button Pause { get; }

            internal Button Open { get; }

            internal Button Start { get; }

            internal RecentList Recent { get; }
        }
    }
}
