#nullable enable
using System.Collections.Generic;
using System.Linq;
using UnityEngine.SceneManagement;
using UnityEngine.Serialization;

namespace UnityEngine
{
    /// <summary>
    /// All open scenes as they were before play mode. Restoring keeps every id, as Unity does, so that
    /// the selection and the undo history still hold.
    /// </summary>
    internal sealed class SceneSnapshot
    {
        private readonly List<SceneState> scenes = new List<SceneState>();
        private readonly List<ObjectState> objects = new List<ObjectState>();
        private readonly ulong active;

        private SceneSnapshot()
        {
            active = SceneTable.Active?.Handle ?? 0;
            foreach (var scene in SceneTable.Open)
            {
                scenes.Add(new SceneState(scene));
                foreach (var obj in scene.Roots.SelectMany(ObjectGraph.Tree)) objects.Add(new ObjectState(obj));
            }
        }

        internal static SceneSnapshot Take() => new SceneSnapshot();

        /// <summary>New objects are destroyed, removed ones return, changed ones are as before.</summary>
        internal void Restore()
        {
            ObjectTable.ForgetDoomed();
            var kept = new HashSet<ulong>(objects.SelectMany(o => o.Ids));
            foreach (var scene in SceneTable.All.ToList())
            {
                foreach (var obj in scene.Roots.SelectMany(ObjectGraph.Tree).ToList()) Bury(obj, kept);
                if (!scene.IsHidden && scenes.All(s => s.Data != scene)) SceneTable.Remove(scene);
                else if (!scene.IsHidden) scene.Roots.Clear();
            }
            foreach (var scene in scenes) scene.Restore();
            foreach (var obj in objects) obj.Recreate();
            foreach (var obj in objects) obj.Fill();
            foreach (var scene in scenes) scene.Data.IsDirty = scene.IsDirty;
            SceneTable.Active = SceneTable.Find(active)!;
        }

        /// <summary>Without a word: scripts heard of the end of play mode already.</summary>
        private static void Bury(GameObject obj, HashSet<ulong> kept)
        {
            foreach (var component in obj.Components)
                if (component is not null && !kept.Contains(component.Id)) component.IsAlive = false;
            if (!kept.Contains(obj.Id)) obj.IsAlive = false;
        }

        private sealed class SceneState
        {
            private readonly List<GameObject> roots;
            private readonly bool isLoaded;
            private readonly string name;
            private readonly DataMap settings;

            internal SceneState(SceneData data)
            {
                Data = data;
                IsDirty = data.IsDirty;
                isLoaded = data.IsLoaded;
                name = data.Name;
                roots = data.Roots.ToList();
                settings = ObjectData.Read(RenderSettings.Of(data));
            }

            internal SceneData Data { get; }

            internal bool IsDirty { get; }

            internal void Restore()
            {
                if (SceneTable.Find(Data.Handle) == null) SceneTable.Readd(Data);
                Data.IsLoaded = isLoaded;
                Data.Name = name;
                ObjectData.Write(RenderSettings.Of(Data), settings);
                Data.Roots.Clear();
                Data.Roots.AddRange(roots);
            }
        }

        private sealed class ObjectState
        {
            private readonly GameObject obj;
            private readonly DataMap data;
            private readonly ulong scene;
            private readonly Transform? parent;
            private readonly List<Transform> children;
            private readonly List<ComponentState> components;

            internal ObjectState(GameObject obj)
            {
                this.obj = obj;
                data = ObjectBackup.Read(obj);
                scene = obj.SceneHandle;
                parent = obj.transform.Parent;
                children = obj.transform.Children.ToList();
                components = obj.Components.Select(c => new ComponentState(c)).ToList();
            }

            internal IEnumerable<ulong> Ids => components.Select(c => c.Id).Append(obj.Id);

            internal void Recreate()
            {
                obj.IsAlive = true;
                obj.SceneHandle = scene;
                obj.Components.Clear();
                foreach (var component in components) obj.Components.Add(component.Recreate()!);
                var transform = obj.transform;
                transform.Parent = parent;
                transform.Children.Clear();
                transform.Children.AddRange(children);
            }

            internal void Fill()
            {
                ObjectData.Write(obj, data);
                for (var i = 0; i < components.Count; i++)
                    if (obj.Components[i] is { } component) components[i].Fill(component);
            }
        }

        private sealed class ComponentState
        {
            private readonly Component? instance;
            private readonly ObjectBackup? script;
            private readonly DataMap? data;

            internal ComponentState(Component? component)
            {
                if (component is null) return;
                Id = component.Id;
                if (component is MonoBehaviour) script = new ObjectBackup(component);
                else (instance, data) = (component, ObjectBackup.Read(component));
            }

            /// <summary>0: a missing script.</summary>
            internal ulong Id { get; }

            /// <summary>A script gets a new instance: what it holds beside its saved fields must be gone.</summary>
            internal Component? Recreate()
            {
                if (script != null)
                {
                    var made = script.Recreate() as Component;
                    if (made is not null) made.IsAlive = true;
                    return made;
                }
                if (instance is not null) instance.IsAlive = true;
                return instance;
            }

            internal void Fill(Component component)
            {
                if (script != null) script.Fill(component);
                else if (data != null) ObjectData.Write(component, data);
            }
        }
    }
}
