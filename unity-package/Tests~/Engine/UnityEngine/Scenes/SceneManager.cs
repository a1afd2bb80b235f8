using System;
using System.Linq;
using UnityEngine.Events;

namespace UnityEngine.Events
{
    public delegate void UnityAction();
    public delegate void UnityAction<T0>(T0 arg0);
    public delegate void UnityAction<T0, T1>(T0 arg0, T1 arg1);
}

namespace UnityEngine.SceneManagement
{
    public enum LoadSceneMode
    {
        Single = 0,
        Additive = 1,
    }

    public partial class SceneManager
    {
        public static event UnityAction<Scene, LoadSceneMode> sceneLoaded;
        public static event UnityAction<Scene> sceneUnloaded;
        public static event UnityAction<Scene, Scene> activeSceneChanged;

        public static int sceneCount => SceneTable.Open.Count;
        public static int loadedSceneCount => SceneTable.Open.Count(scene => scene.IsLoaded);

        public static Scene GetActiveScene() => new(SceneTable.Active?.Handle ?? 0);

        public static bool SetActiveScene(Scene scene)
        {
            if (scene.Data is not { } data) throw new ArgumentException("SceneManager.SetActiveScene failed; invalid scene.");
            if (!data.IsLoaded) throw new ArgumentException("SceneManager.SetActiveScene failed; the scene is not loaded.");
            SceneTable.Active = data;
            return true;
        }

        public static Scene GetSceneAt(int index) => SceneTable.Open is var open && index >= 0 && index < open.Count
            ? new Scene(open[index].Handle)
            : throw new ArgumentException($"Scene index \"{index}\" is out of range.");

        public static Scene GetSceneByName(string name) => new(SceneTable.Open.Find(scene => scene.Name == name)?.Handle ?? 0);
        public static Scene GetSceneByPath(string scenePath) => new(SceneTable.Open.Find(scene => scene.Path == scenePath)?.Handle ?? 0);
        public static Scene GetSceneByBuildIndex(int buildIndex) =>
            new(SceneTable.Open.Find(scene => scene.BuildIndex == buildIndex)?.Handle ?? 0);

        public static Scene CreateScene(string sceneName)
        {
            if (string.IsNullOrEmpty(sceneName)) throw new ArgumentException("The input scene name cannot be empty.");
            return new Scene(SceneTable.Add(sceneName, "").Handle);
        }

        public static void MoveGameObjectToScene(GameObject go, Scene scene)
        {
            if (go.transform.Parent is not null) throw new ArgumentException("Gameobject is not a root in a scene.");
            if (scene.Data is not { } data) throw new ArgumentException("Scene is invalid.");
            ObjectGraph.MoveToScene(go, data);
        }

        internal static void TellActive(SceneData before, SceneData now) =>
            activeSceneChanged?.Invoke(new Scene(before?.Handle ?? 0), new Scene(now?.Handle ?? 0));
        internal static void TellLoaded(SceneData scene, LoadSceneMode mode) => sceneLoaded?.Invoke(new Scene(scene.Handle), mode);
        internal static void TellUnloaded(ulong handle) => sceneUnloaded?.Invoke(new Scene(handle));

        /// <summary>A domain reload ends all listening.</summary>
        internal static void ForgetListeners()
        {
            sceneLoaded = null;
            sceneUnloaded = null;
            activeSceneChanged = null;
        }
    }
}
