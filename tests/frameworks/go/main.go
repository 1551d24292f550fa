// An Animal Store on Go's net/http.
package main

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
)

type pet struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status,omitempty"`
}

type storeError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

func (e *storeError) Error() string { return e.Message }

func refuse(status int, code, message string) error { return &storeError{code, message, status} }

func isStatus(text string) bool { return text == "available" || text == "pending" || text == "sold" }

type store struct {
	mutex sync.Mutex
	pets  []pet
}

// The newest animals come first.
func (s *store) list(limit int, status string) []pet {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := []pet{}
	for i := len(s.pets) - 1; i >= 0 && len(found) < limit; i-- {
		if status == "" || s.pets[i].Status == status {
			found = append(found, s.pets[i])
		}
	}
	return found
}

func (s *store) add(body []byte) (pet, error) {
	// By raw members, since a struct takes null, and names in any case.
	var members map[string]json.RawMessage
	var added pet
	if err := json.Unmarshal(body, &members); err != nil {
		return added, refuse(400, "invalid_body", err.Error())
	}
	read := func(member string, value any) error {
		raw, isGiven := members[member]
		if !isGiven || string(raw) == "null" || json.Unmarshal(raw, value) != nil {
			return refuse(400, "invalid_body", member+" is missing or invalid")
		}
		return nil
	}
	if err := read("name", &added.Name); err != nil {
		return added, err
	}
	if err := read("categoryId", &added.CategoryID); err != nil {
		return added, err
	}
	if _, isGiven := members["status"]; isGiven {
		if err := read("status", &added.Status); err != nil {
			return added, err
		}
		if !isStatus(added.Status) {
			return added, refuse(400, "invalid_body", "status is none that an animal can have")
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	added.ID = int64(len(s.pets)) + 1
	s.pets = append(s.pets, added)
	return added, nil
}

func (s *store) get(text string) (pet, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 || id > int64(len(s.pets)) {
		return pet{}, refuse(404, "not_found", "There is no such animal.")
	}
	return s.pets[id-1], nil
}

func answer(w http.ResponseWriter, status int, value any, err error) {
	var refused *storeError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &refused):
		status, value = refused.Status, refused
	case errors.As(err, &tooLarge):
		status, value = 413, &storeError{"too_large", err.Error(), 413}
	case err != nil:
		status, value = 400, &storeError{"invalid_body", err.Error(), 400}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}

func requireKey(next http.Handler) http.Handler {
	key := []byte(os.Getenv("API_KEY"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare([]byte(given), key) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			answer(w, 0, nil, refuse(401, "unauthorized", "The API key is missing or not valid."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *store) listPets(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	limit, status := 20, query.Get("status")
	var err error
	if query.Has("limit") {
		limit, err = strconv.Atoi(query.Get("limit"))
	}
	if err != nil || limit < 1 || limit > 100 || query.Has("status") && !isStatus(status) {
		answer(w, 0, nil, refuse(422, "invalid_parameter", "limit or status is invalid"))
		return
	}
	answer(w, 200, s.list(limit, status), nil)
}

func (s *store) createPet(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Content-Type") == "" {
		answer(w, 0, nil, refuse(400, "no_content_type", "The Content-Type header is missing."))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		answer(w, 0, nil, err)
		return
	}
	added, err := s.add(body)
	answer(w, 201, added, err)
}

func main() {
	animals := &store{}
	mux := http.NewServeMux()
	mux.HandleFunc("/v1/pets", func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodGet:
			animals.listPets(w, r)
		case http.MethodPost:
			animals.createPet(w, r)
		default:
			answer(w, 0, nil, refuse(405, "method_not_allowed", "Here goes GET and POST."))
		}
	})
	mux.HandleFunc("/v1/pets/", func(w http.ResponseWriter, r *http.Request) {
		found, err := animals.get(strings.TrimPrefix(r.URL.Path, "/v1/pets/"))
		answer(w, 200, found, err)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		answer(w, 0, nil, refuse(404, "not_found", "There is nothing here."))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	log.Fatal(http.Serve(listener, requireKey(mux)))
}
