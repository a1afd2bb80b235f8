using System.Collections.Generic;
using System.Linq;

namespace UnityEngine.SceneManagement
{
    /// <summary>A scene that is open, or a stage of its own (a prefab's contents, a preview).</summary>
    internal sealed class SceneData
    {
        internal ulong Handle { get; set; }
        internal string Name { get; set; } = "";
        /// <summary>Empty until it is saved.</summary>
        internal string Path { get; set; } = "";
        internal string Guid { get; set; } = "";
        internal bool IsLoaded { get; set; } = true;
        internal bool IsDirty { get; set; }
        /// <summary>Whether the list of open scenes leaves it out: prefab contents, previews.</summary>
        internal bool IsHidden { get; set; }
        internal int BuildIndex { get; set; } = -1;
        internal List<GameObject> Roots { get; } = new();
        /// <summary>The scene's settings; null until somebody asks for them.</summary>
        internal RenderSettings RenderSettings { get; set; }
        /// <summary>Ids of objects in the file; the next new one gets one above.</summary>
        internal long LastFileId { get; set; }
    }

    /// <summary>All scenes of the process. The editor's scene manager opens and closes them here.</summary>
    internal static class SceneTable
    {
        private static readonly List<SceneData> scenes = new();
        private static ulong lastHandle;
        private static SceneData active;

        internal static IReadOnlyList<SceneData> All => scenes;

        private const string Survivors = "DontDestroyOnLoad";

        /// <summary>Scenes that SceneManager lists, in its order: as in Unity not the one of what survives a change of scenes.</summary>
        internal static List<SceneData> Open => scenes.Where(scene => !scene.IsHidden && scene.Name != Survivors).ToList();

        /// <summary>Scenes whose objects live: those of prefab contents and previews do not.</summary>
        internal static IEnumerable<SceneData> Alive => scenes.Where(scene => !scene.IsHidden);

        /// <summary>The bit that all open scenes share; each stage has one of its own.</summary>
        internal static ulong CullingBit(SceneData scene) => scene.IsHidden ? 1ul << (1 + (int)((scene.Handle >> 3) % 60)) : 1;

        internal static SceneData Active
        {
            get => active ??= Open.FirstOrDefault(scene => scene.IsLoaded);
            set
            {
                var before = active;
                active = value;
                if (before != value) SceneManager.TellActive(before, value);
            }
        }

        /// <summary>The scene that takes new objects while something is loaded into a stage of its own.</summary>
        internal static SceneData Redirected { get; set; }

        internal static SceneData Target() => Redirected ?? Active ?? Add("", "");

        internal static SceneData Add(string name, string path, bool isHidden = false)
        {
            var scene = new SceneData { Handle = NewHandle(), Name = name, Path = path, IsHidden = isHidden };
            scenes.Add(scene);
            return scene;
        }

        /// <summary>Opens a scene again that was removed, under its old handle.</summary>
        internal static void Readd(SceneData scene) => scenes.Add(scene);

        internal static ulong NewHandle() => ++lastHandle << 3;

        internal static SceneData Find(ulong handle) => handle == 0 ? null : scenes.Find(scene => scene.Handle == handle);

        internal static void Move(SceneData scene, int index)
        {
            scenes.Remove(scene);
            scenes.Insert(index < 0 || index > scenes.Count ? scenes.Count : index, scene);
        }

        /// <summary>Destroys its objects and forgets the scene.</summary>
        internal static void Remove(SceneData scene)
        {
            foreach (var root in scene.Roots.ToArray()) ObjectGraph.Destroy(root);
            scenes.Remove(scene);
            scene.IsLoaded = false;
            if (active != scene) return;
            active = null;
            SceneManager.TellActive(scene, Active);
        }

        internal static SceneData DontDestroyOnLoad() =>
            scenes.Find(scene => scene.Name == Survivors) ?? Add(Survivors, Survivors);
    }
}
