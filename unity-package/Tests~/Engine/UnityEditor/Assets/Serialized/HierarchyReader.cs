#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>
    /// Makes objects of what <see cref="HierarchyWriter"/> wrote. Objects that are there already under an id of the
    /// file are used again, so that references to them stay.
    /// </summary>
    internal sealed class HierarchyReader : IReferences
    {
        private readonly string? assetPath;
        private readonly ulong sceneHandle;
        private readonly Func<long> newId;
        private readonly Dictionary<long, Object> existing;
        private readonly Dictionary<long, Object> byId = new Dictionary<long, Object>();
        private readonly List<Action> fillings = new List<Action>();
        private readonly List<Object> made = new List<Object>();

        /// <param name="assetPath">Of the prefab file; null: objects of a scene.</param>
        /// <param name="sceneHandle">0: of no scene.</param>
        /// <param name="newId">An id that the file does not have yet.</param>
        /// <param name="existing">Objects to use again, by their ids in the file.</param>
        internal HierarchyReader(string? assetPath, ulong sceneHandle, Func<long> newId, Dictionary<long, Object>? existing = null)
        {
            this.assetPath = assetPath;
            this.sceneHandle = sceneHandle;
            this.newId = newId;
            this.existing = existing ?? new Dictionary<long, Object>();
        }

        /// <summary>Objects of the file that are not read here, by id.</summary>
        internal IReadOnlyDictionary<long, Object> Outside { get; set; } = new Dictionary<long, Object>();

        /// <summary>New objects, announced when everything has been read.</summary>
        internal IReadOnlyList<Object> Made => made;

        /// <summary>Everything that was read, by id.</summary>
        internal IReadOnlyDictionary<long, Object> ById => byId;

        /// <summary>
        /// Objects without a place yet: whoever calls puts the roots where they belong. Call <see cref="Fill"/> afterwards.
        /// </summary>
        internal GameObject Node(JObject node) => node["prefab"] != null ? Instance(node) : Plain(node);

        internal void Embedded(JArray list)
        {
            foreach (var json in list.OfType<JObject>())
            {
                if (TypeNames.Find((string?)json["type"] ?? "") is not { } type || !typeof(Object).IsAssignableFrom(type)) continue;
                var id = (long)json["id"]!;
                var obj = Again(id, type) ?? Make(type);
                obj.name = (string?)json["name"] ?? "";
                Put(obj, id);
                fillings.Add(() => ObjectCodec.Read(obj, (JObject)json["fields"]!, this));
            }
        }

        /// <summary>Sets all fields, now that everything that they may refer to is there.</summary>
        internal void Fill()
        {
            foreach (var fill in fillings) fill();
            fillings.Clear();
        }

        /// <summary>Ends existing objects that the file no longer has.</summary>
        internal void EndOthers()
        {
            foreach (var obj in existing.Values)
            {
                if (!obj.IsAlive || byId.TryGetValue(obj.LocalFileId, out var kept) && ReferenceEquals(kept, obj)) continue;
                UnityEngine.EngineEvents.Destroying(obj);
                if (obj is Component component) UnityEngine.EngineEvents.Deactivated(component, true);
                obj.IsAlive = false;
            }
        }

        public JObject? Name(Object referred) => throw new NotSupportedException("A reader writes nothing.");

        public Object? Find(JObject name)
        {
            if (name["$id"] is not { } id) return null;
            if (name["$guid"] is { } guid) return AssetIds.Find((string)guid!, (long)id);
            return byId.TryGetValue((long)id, out var found) || Outside.TryGetValue((long)id, out found) ? found : null;
        }

        private GameObject Plain(JObject node)
        {
            var obj = Object((long)node["id"]!);
            obj.ForgetPrefab();
            foreach (var json in ((JArray)node["components"]!).OfType<JObject>()) AddComponent(obj, json);
            fillings.Add(() => ObjectCodec.Read(obj, (JObject)node["fields"]!, this));
            foreach (var child in ((JArray)node["children"]!).OfType<JObject>()) Hang(Node(child), obj, -1);
            return obj;
        }

        private GameObject Instance(JObject node)
        {
            var guid = (string)node["prefab"]!;
            if (PrefabFiles.RootOf(guid) is not { } sourceRoot) return Missing(node, guid);
            var removed = new HashSet<long>(((JArray)node["removed"]!).Select(id => (long)id));
            var ids = (JObject)node["ids"]!;
            var changes = ((JArray)node["changes"]!).OfType<JObject>()
                .ToLookup(c => (long)c["target"]!, c => ((string)c["path"]!, c["value"]!));
            var bySource = new Dictionary<long, Object>();
            long IdOf(Object source) => ids[source.LocalFileId.ToString(CultureInfo.InvariantCulture)] is { } id ? (long)id
                : InstanceIds.Of((long)node["id"]!, source.LocalFileId);
            var handle = HandleOf((long)node["id"]!, guid, sourceRoot);

            void Link(Object obj, Object source)
            {
                bySource[source.LocalFileId] = obj;
                obj.PrefabSource = source;
                obj.PrefabHandle = handle;
                fillings.Add(() =>
                {
                    var fields = HierarchyWriter.SourceFields(source);
                    FieldChanges.Apply(fields, changes[source.LocalFileId]);
                    ObjectCodec.Read(obj, fields, new Mapped(this, bySource));
                });
            }

            GameObject Copy(GameObject source, long? id)
            {
                var obj = Object(id ?? IdOf(source));
                Link(obj, source);
                var missing = new Queue<JObject>(MissingParts.ScriptsOf(source));
                foreach (var component in source.Components)
                {
                    if (component is null) MissingParts.AddScript(obj, missing.Count > 0 ? missing.Dequeue() : new JObject());
                    else if (!removed.Contains(component.LocalFileId))
                        Link(Component(obj, component.GetType(), IdOf(component)), component);
                }
                foreach (var child in source.transform.Children)
                    if (!removed.Contains(child.Owner.LocalFileId)) Hang(Copy(child.Owner, null), obj, -1);
                return obj;
            }

            var root = Copy(sourceRoot, (long)node["id"]!);
            handle.Root = root;
            foreach (var json in (node["addedComponents"] as JArray ?? new JArray()).OfType<JObject>())
                if (bySource.TryGetValue((long)json["target"]!, out var target))
                    AddComponent((GameObject)target, (JObject)json["component"]!);
            foreach (var json in (node["added"] as JArray ?? new JArray()).OfType<JObject>())
                if (bySource.TryGetValue((long)json["target"]!, out var target))
                    Hang(Node((JObject)json["node"]!), (GameObject)target, (int)json["index"]!);
            MissingParts.SetPrefab(root, null);
            return root;
        }

        private PrefabInstance HandleOf(long rootId, string guid, GameObject sourceRoot)
        {
            var known = existing.TryGetValue(rootId, out var root) ? root.PrefabHandle : null;
            var handle = known ?? (PrefabInstance)Make(typeof(PrefabInstance));
            handle.SourceRoot = sourceRoot;
            handle.SourceGuid = guid;
            handle.AssetPath = assetPath;
            return handle;
        }

        private GameObject Missing(JObject node, string guid)
        {
            var obj = Object((long)node["id"]!);
            Component(obj, typeof(Transform), newId());
            obj.name = $"Missing Prefab with guid: {guid}";
            obj.ForgetPrefab();
            MissingParts.SetPrefab(obj, (JObject)node.DeepClone());
            return obj;
        }

        private void AddComponent(GameObject obj, JObject json)
        {
            if (TypeOf(json) is not { } type)
            {
                MissingParts.AddScript(obj, json);
                return;
            }
            var component = Component(obj, type, (long)json["id"]!);
            component.ForgetPrefab();
            fillings.Add(() => ObjectCodec.Read(component, (JObject)json["fields"]!, this));
        }

        /// <summary>Puts a component whose script is there again into its gap. False: the script is still missing.</summary>
        internal bool Revive(GameObject obj, JObject json)
        {
            if (TypeOf(json) is not { } type || MissingParts.TakePlace(obj, json) is var place && place < 0) return false;
            var component = Component(obj, type, (long)json["id"]!);
            obj.Components.RemoveAt(obj.Components.Count - 1);
            obj.Components[place] = component;
            fillings.Add(() => ObjectCodec.Read(component, (JObject)json["fields"]!, this));
            return true;
        }

        /// <summary>Finds the type by its script, which may have been renamed, else by its name.</summary>
        private static Type? TypeOf(JObject json)
        {
            var type = json["script"] is JObject script ? ScriptAssets.TypeOf(script) : null;
            type ??= TypeNames.Find((string?)json["type"] ?? "");
            return type != null && typeof(Component).IsAssignableFrom(type) && !type.IsAbstract ? type : null;
        }

        private GameObject Object(long id)
        {
            var obj = (GameObject?)Again(id, typeof(GameObject));
            if (obj == null)
            {
                obj = new GameObject(default(GameObject.Blank));
                made.Add(obj);
            }
            else
            {
                foreach (var component in obj.Components.Where(c => c is not null)) component.Owner = obj;
                MissingParts.ForgetScripts(obj);
                if (obj.transform is { } transform)
                {
                    ObjectGraph.Detach(transform);
                    transform.Parent = null;
                    transform.Children.Clear();
                }
                obj.Components.Clear();
            }
            Put(obj, id);
            obj.SceneHandle = sceneHandle;
            return obj;
        }

        private Component Component(GameObject owner, Type type, long id)
        {
            var component = (Component)(Again(id, type) ?? Make(type));
            component.Owner = owner;
            owner.Components.Add(component);
            if (component is MonoBehaviour behaviour) behaviour.Script = ScriptAssets.AssetOf(type);
            Put(component, id);
            return component;
        }

        private Object? Again(long id, Type type) =>
            existing.TryGetValue(id, out var obj) && obj.IsAlive && obj.GetType() == type ? obj : null;

        private Object Make(Type type)
        {
            var obj = (Object)Activator.CreateInstance(type, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, null,
                null, null)!;
            made.Add(obj);
            return obj;
        }

        private void Put(Object obj, long id)
        {
            obj.LocalFileId = id;
            obj.AssetPath = assetPath;
            byId[id] = obj;
        }

        private static void Hang(GameObject obj, GameObject parent, int index)
        {
            var children = parent.transform.Children;
            obj.transform.Parent = parent.transform;
            children.Insert(index < 0 || index > children.Count ? children.Count : index, obj.transform);
        }

        /// <summary>Names of the prefab's file stand for their counterparts in the instance.</summary>
        private sealed class Mapped : IReferences
        {
            private readonly IReferences others;
            private readonly IReadOnlyDictionary<long, Object> bySource;

            internal Mapped(IReferences others, IReadOnlyDictionary<long, Object> bySource)
            {
                this.others = others;
                this.bySource = bySource;
            }

            public JObject? Name(Object referred) => others.Name(referred);

            public Object? Find(JObject name) =>
                name["$source"] is { } id ? bySource.TryGetValue((long)id, out var found) ? found : null : others.Find(name);
        }
    }
}
